import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { createUniformRandom, type Random } from '#test/bench/rate-limiter/random-distributions.ts'
import type { CurrentAndDesiredZone } from './plan-rules.ts'

export const domain = 'example.com'
const ttls = [60, 300, 3600, 3600, 3600, 86_400]
const texts = ['v=spf1 -all', '"v=spf1 -all"', '"v=spf1" " -all"', 'v=DMARC1; p=none', 'v=spf1 ip4:192.0.2.1 ~all']
const types = ['A', 'A', 'A', 'AAAA', 'CNAME', 'CNAME', 'MX', 'TXT', 'NS', 'SRV']

/**
 * Creates a zone of up to `maxRecords` records, and the zone that a plan shall turn it into. The same seed gives the
 * same zones. Most zones are small; one in twenty has up to `maxRecords` records. The desired zone is an edited copy,
 * an unrelated zone, or an empty one. Most hosts have several records.
 */
export function createRandomZonePair(seed: number, maxRecords: number): CurrentAndDesiredZone {
  const random = createUniformRandom(seed)
  const kindOfSize = random()
  const size = Math.floor(
    random() * (Math.min(maxRecords, kindOfSize < 0.7 ? 20 : kindOfSize < 0.95 ? 100 : maxRecords) + 1),
  )
  const hosts = createHosts(random, 1 + Math.floor(random() * Math.max(3, size)))
  const isValid = random() < 0.6
  const current = createZone(random, size, hosts, isValid).map((record, index): ZoneRecord => ({
    ...record,
    id: 1 + index * 7,
  }))
  const kind = random()
  const desired =
    kind < 0.05
      ? []
      : kind < 0.2
        ? createZone(random, Math.floor(random() * (size + 5)), hosts, isValid)
        : editZone(random, current, hosts, isValid)
  return { current, desired, domain }
}

function createHosts(random: Random, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = random()
    if (index === 0 || kind < 0.1) return '@'
    if (kind < 0.15) return '*'
    if (kind < 0.2) return `*.h${Math.floor(random() * 3)}`
    return kind < 0.5 ? `h${Math.floor(random() * count)}` : `n${index}.h${Math.floor(random() * 5)}`
  })
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function createRecord(random: Random, hosts: readonly string[]): DnsRecordFields {
  const type = pick(random, types)
  const host = pick(random, hosts)
  const target = () => {
    const kind = random()
    if (kind < 0.2) return `out${Math.floor(random() * 9)}.example.net`
    const name = pick(random, hosts).replace('*', `w${Math.floor(random() * 3)}`)
    return name === '@' ? domain : `${name}.${domain}`
  }
  const contents: Record<string, () => string> = {
    A: () => `192.0.2.${Math.floor(random() * 20)}`,
    AAAA: () => `2001:db8::${Math.floor(random() * 20)}`,
    TXT: () => pick(random, texts),
    SRV: () => `0 443 ${target()}`,
  }
  return {
    type,
    host: random() < 0.03 ? host.toUpperCase() : host,
    content: (contents[type] ?? target)(),
    ttl: pick(random, ttls),
    priority: type === 'MX' || type === 'SRV' ? Math.floor(random() * 3) * 10 : 0,
  }
}

function createZone(random: Random, size: number, hosts: readonly string[], isValid: boolean): DnsRecordFields[] {
  const records = Array.from({ length: size }, () => createRecord(random, hosts))
  return isValid ? withoutConflicts(records) : records
}

/** Keeps the first record of each host, and of the others those that may be beside it. */
function withoutConflicts(records: readonly DnsRecordFields[]): DnsRecordFields[] {
  const first = new Map<string, string>()
  return records.filter(({ host, type }) => {
    const key = host.toLowerCase()
    const held = first.get(key)
    if (held === undefined) first.set(key, type)
    return held === undefined || (held !== 'CNAME' && type !== 'CNAME')
  })
}

function editZone(
  random: Random,
  current: readonly ZoneRecord[],
  hosts: readonly string[],
  isValid: boolean,
): DnsRecordFields[] {
  const share = random()
  const edited = current.flatMap(({ id: _, ...record }): DnsRecordFields[] => {
    if (random() > share) return [record]
    const fresh = createRecord(random, hosts)
    const kind = random()
    if (kind < 0.2) return []
    if (kind < 0.4) return [{ ...record, ttl: pick(random, ttls) }]
    if (kind < 0.6) return [{ ...fresh, host: record.host }]
    if (kind < 0.7) return [{ ...record, host: fresh.host }]
    if (kind < 0.8) return fresh.type === record.type ? [record, fresh] : [fresh]
    return [
      {
        ...fresh,
        host: record.host,
        type: record.type,
        content: record.type === fresh.type ? fresh.content : record.content,
      },
    ]
  })
  const swapped = random() < 0.3 ? swapHosts(random, edited, hosts) : edited
  const shuffled = swapped.map((record) => [random(), record] as const).sort(([one], [other]) => one - other)
  const result = shuffled.map(([, record]) => record)
  return isValid ? withoutConflicts(result) : result
}

/** Exchanges two hosts, so that names move in a cycle. */
function swapHosts(random: Random, records: readonly DnsRecordFields[], hosts: readonly string[]): DnsRecordFields[] {
  const [one, other] = [pick(random, hosts), pick(random, hosts)]
  return records.map((record) => ({
    ...record,
    host: record.host === one ? other : record.host === other ? one : record.host,
  }))
}
