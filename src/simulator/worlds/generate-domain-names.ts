import { domainToASCII } from 'node:url'
import type { SeededRandom } from './seeded-random.ts'

const first = [
  'aoba',
  'akane',
  'botan',
  'chidori',
  'fuji',
  'hana',
  'haru',
  'hikari',
  'hoshi',
  'kaede',
  'kawa',
  'kaze',
  'kinoko',
  'komorebi',
  'kumo',
  'matsu',
  'midori',
  'mizu',
  'momiji',
  'mori',
  'nami',
  'niwa',
  'sakura',
  'shiro',
  'sora',
  'suzu',
  'take',
  'tsubaki',
  'tsuki',
  'ume',
  'yama',
  'yuki',
]
const second = [
  'atelier',
  'bakery',
  'books',
  'cafe',
  'camp',
  'clinic',
  'craft',
  'dental',
  'design',
  'farm',
  'film',
  'garden',
  'gym',
  'house',
  'kobo',
  'lab',
  'market',
  'music',
  'note',
  'office',
  'paper',
  'photo',
  'print',
  'salon',
  'school',
  'shop',
  'studio',
  'supply',
  'tea',
  'tools',
  'works',
  'yoga',
]
const japanese = [
  '青葉工房',
  '桜珈琲',
  '森の本屋',
  '花と暮らし',
  '見本',
  '例え',
  '星空カフェ',
  '山の道具',
  '雪見温泉',
  '竹細工',
  '港町写真館',
  '月見堂',
  '朝市',
  'さくら歯科',
  'みどり園',
  'こもれび',
  'ひかり学園',
  'やまなみ',
  '東京見本',
  '京の手帖',
  '海辺の宿',
  '風の音',
  '夏祭り',
  '茶の間',
  '鈴の音',
  '白い家',
  '秋桜',
  '庭しごと',
  '紙とペン',
  '川沿い',
]
/** Weighted like a reseller's domain list. */
const tlds = [
  'com',
  'com',
  'com',
  'com',
  'jp',
  'jp',
  'jp',
  'net',
  'net',
  'org',
  'co.jp',
  'xyz',
  'shop',
  'tokyo',
  'info',
]
const japaneseTlds = ['com', 'jp', 'net', 'tokyo']

/** Generates unique domain names in Punycode. */
export function createDomainNameGenerator(random: SeededRandom) {
  const used = new Set<string>()
  const firstFree = (make: (attempt: number) => string) => {
    for (let attempt = 0; ; attempt += 1) {
      const name = make(attempt)
      if (used.has(name)) continue
      used.add(name)
      return name
    }
  }
  return {
    latin: () =>
      firstFree(
        (attempt) =>
          `${random.pick(first)}-${random.pick(second)}${attempt > 5 ? random.integer(2, 999_999) : ''}.${random.pick(tlds)}`,
      ),
    japanese: () =>
      firstFree((attempt) =>
        domainToASCII(
          `${random.pick(japanese)}${attempt > 5 ? random.integer(2, 9_999) : ''}.${random.pick(japaneseTlds)}`,
        ),
      ),
  }
}
