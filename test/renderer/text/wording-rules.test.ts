import { expect, test } from 'vitest'
import { orderIntentKinds } from '#shared/order-intent-kinds.ts'
import { english, japanese } from './all-texts.ts'

test('The app is called by its name and not "this app"', () => {
  const texts = [...english.values(), ...japanese.values()]
  expect(texts.filter((text) => /\bthis app\b|このアプリ|本アプリ|当アプリ/i.test(text))).toEqual([])
})

test('No text about stored data says that they were never read, because a rebuilt database does not know that', () => {
  const claims = /\bnever read\b|^never$|^not read while|読み込まれていない|読み込まれませんでした/i
  const areas = ['domains', 'servers', 'serverPage', 'serverVersions', 'readingPlan', 'orders']
  const texts = [...english, ...japanese].filter(([key]) => areas.some((area) => key.startsWith(`${area}.`)))
  expect(texts.filter(([, text]) => claims.test(text))).toEqual([])
})

test('No text about orders or calls says “fail”, because a call without an answer may have been executed', () => {
  const areas = /^(orders|ordersCsv|purchase|logs)\./
  // This text is about the registrar's work after the charge, not about a call.
  const allowed = ['purchase.pay.notice.noRefund']
  const about = [english, japanese].flatMap((texts) =>
    [...texts].filter(([key]) => areas.test(key) && !allowed.includes(key)),
  )
  expect(about.length).toBeGreaterThan(600)
  expect(about.filter(([, text]) => /fail|失敗/i.test(text))).toEqual([])
})

test('No text uses a term that is not usual in texts of banks and providers', () => {
  const unusualEnglish =
    /Not by Banto|[Mm]ay have happened|Refused, not charged|[Nn]ot carried out|Waits for you|\bsettled\b|[Yy]our word|cautious start|[Ss]tart Banto again|anew\b|[Ll]ook at (the key|merging)|tell balances/
  const unusualJapanese =
    /可能性あり|受付拒否|実行なし|操作待ち|結果が判明|取り消|控えめ|読み取れず|未取得|前回取得|取得範囲|取得していません/
  const found = [
    ...[...english].filter(([, text]) => unusualEnglish.test(text)),
    ...[...japanese].filter(([, text]) => unusualJapanese.test(text)),
  ]
  expect(found).toEqual([])
})

test('No text says that nothing is sent before paying, because a dry run is sent', () => {
  const found = [english, japanese].flatMap((texts) =>
    [...texts].filter(([, text]) => /nothing is sent before|支払うまで何も送信/i.test(text)),
  )
  expect(found).toEqual([])
})

test('The Japanese texts use one form of a colon and one word for a host name and for the page of an account', () => {
  const mixed = [...japanese].filter(([, text]) => /：|アカウントのページ|ホスト(?!名|\()/u.test(text))
  expect(mixed).toEqual([])
})

test('No text about an unknown outcome says that there was an answer, because there may be none', () => {
  expect([...japanese].filter(([, text]) => /応答では(?!ありません)/u.test(text))).toEqual([])
})

test('The Japanese texts have a space between an inserted number and Japanese words, and none at full-width brackets', () => {
  // The inserted text ends with the unit there, as in "3 件".
  const withUnit = /^listTools\.selection\./u
  const number = '\\{(n|total|min|max|percent)\\}'
  const touching = new RegExp(`[ぁ-んァ-ヶー一-龥々]${number}|${number}[ぁ-んァ-ヶー一-龥々]| [（）]|[（）] `, 'u')
  expect([...japanese].filter(([key, text]) => !withUnit.test(key) && touching.test(text))).toEqual([])
})

test('The Japanese texts have one spelling of わかる and one verb for counting as spent', () => {
  expect([...japanese].filter(([, text]) => /分か[らりるっ]|支出には?数え/u.test(text))).toEqual([])
})

test('A button that records the outcome of an order says that it records it', () => {
  for (const outcome of ['accepted', 'notAccepted']) {
    expect(english.get(`orders.recordOutcome.${outcome}.action`)).toMatch(/^Record as /)
    expect(japanese.get(`orders.recordOutcome.${outcome}.action`)).toMatch(/^「.*」と記録$/)
  }
})

test('The spending says that its orders are counted as spent, and not that they were charged, because some are inferred', () => {
  expect(english.get('orders.spending.spentAbout')).toMatch(/^Orders counted as spent, /)
  expect(japanese.get('orders.spending.spentAbout')).toMatch(/^支出に計上した注文/u)
  for (const key of ['spent', 'empty.text']) {
    expect(english.get(`orders.spending.${key}`)).not.toMatch(/charged|paid/i)
    expect(japanese.get(`orders.spending.${key}`)).not.toMatch(/支払|課金/u)
  }
})

test('The confirmation to order again says that a reading just before the sending decides whether the new order is sent', () => {
  for (const kind of orderIntentKinds) {
    const key = `orders.recordOutcome.orderAgain.guard.${kind}`
    expect(english.get(key)).toMatch(
      /^Just before sending, Banto reads .* sent only if .* closed as already ordered or put on hold/,
    )
    expect(japanese.get(key)).toMatch(
      /^送信の直前に.*読み直し.*場合だけ送信します.*「送信不要（注文済み）」として閉じるか、停止します/u,
    )
    expect(japanese.get(key)).toContain(japanese.get('orders.status.already_ordered'))
    expect(`${english.get(key)}${japanese.get(key)}`).not.toMatch(/declines|不成立/)
  }
})

test('The Japanese texts have one term for what is set after a setup, and for the year that a transfer adds', () => {
  const setUp = ['servers.detail.setupPending', 'purchase.order.setup.noExpiry'].map((key) => japanese.get(key))
  expect(new Set(setUp).size).toBe(1)
  const year = ['orders.extent.transfer', 'purchase.transfer.fact.oneYear'].map((key) => japanese.get(key))
  expect(new Set(year).size).toBe(1)
})

test('The time in which an order is sent again begins with its first sending', () => {
  expect(english.get('orders.mayBeSentAgain')).toContain('within 47 hours of the first sending')
  expect(japanese.get('orders.mayBeSentAgain')).toContain('最初の送信から47時間以内')
})

test('The Japanese texts have one term for a transfer that has to be applied for again', () => {
  expect([...japanese].filter(([, text]) => /再申請が必要/u.test(text))).toEqual([])
})

test('An order that the user closed as not accepted and one that the service declined have different words', () => {
  expect([...japanese].filter(([, text]) => text.includes('不受理'))).toEqual([])
  for (const form of ['status', 'statusShort']) {
    expect(japanese.get(`orders.${form}.not_happened`)).toBe('受付なしで終了')
    expect(japanese.get(`orders.${form}.refused`)).toMatch(/^不成立/)
  }
})

test('A waiting change is not said to be unsent, because the service may have refused its call until later', () => {
  for (const texts of [english, japanese])
    for (const key of ['activity.result.waiting', 'activity.job.count.waiting'])
      expect(texts.get(key)).not.toMatch(/sent|begun|未送信|未開始/)
})

test('Sendings of an order are said to have started, because a killed app may not have sent the call', () => {
  expect(english.get('orders.manualSettlement.sent')).toMatch(/^Sending started .* \| Sending started {n} times/)
  expect(japanese.get('orders.manualSettlement.sent')).toMatch(/送信を開始しました.* \| .*送信を開始しました/)
})

test('The Japanese texts have one verb for reading again, and one term for planning again', () => {
  // The secret key is never read at all.
  const allowed = ['serverSsh.privateKeyLost']
  const found = [...japanese].filter(
    ([key, text]) => !allowed.includes(key) && /読み込み直|もう一度読み込|再計画/u.test(text),
  )
  expect(found).toEqual([])
})

test('The badge says that it counts orders of Banto, and the overview that it counts domains whose transfer failed', () => {
  const failed = 'overview.items.domains_pending.transfer_action_required'
  expect([english.get('orders.waitsForYou'), japanese.get('orders.waitsForYou')]).toEqual([
    expect.stringContaining('orders placed with Banto'),
    expect.stringContaining('Bantoでの注文'),
  ])
  expect([english.get(failed), japanese.get(failed)]).toEqual([
    expect.stringContaining('{n} domains whose transfer failed'),
    expect.stringContaining('ドメイン {n} 件'),
  ])
})

test('The counts of a run are joined by commas, so no text of a count contains a comma or a colon itself', () => {
  const parts = [english, japanese].flatMap((texts) => [...texts].filter(([key]) => key.startsWith('orders.run.part.')))
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter(([, text]) => /[,、:]/u.test(text))).toEqual([])
})

test('The hint of the badge in the sidebar says that it counts the orders of all accounts', () => {
  const key = 'orders.waitsForYouInAllAccounts'
  expect([english.get(key), japanese.get(key)]).toEqual([
    expect.stringMatching(/^All accounts: .*\| All accounts: /),
    expect.stringMatching(/^すべてのアカウント: /),
  ])
})

test('Japanese values in cells of tables are short noun phrases', () => {
  const cells = /^(customers\.noPrice|domains\.autoRenew)\.|^domains\.fact\.eppNone$|^purchase\.acquire\.taken$/
  const values = [...japanese].filter(([key]) => cells.test(key))
  expect(values.length).toBeGreaterThan(10)
  expect(values.filter(([, text]) => /ない$|ません$/u.test(text))).toEqual([])
})

test('The hint for the auth code says that the check already sends it to the service', () => {
  expect(english.get('purchase.transfer.authCodeHint')).toMatch(/Sent to the service .*\bcheck/)
  expect(japanese.get('purchase.transfer.authCodeHint')).toMatch(/確認時.*サービスへ送信/)
})

test('No text about a check of an outcome advises to replace the key, because an order under way needs its key', () => {
  const checks = /^orders\.(meaning\w*|mayNotCheck)\./
  const texts = [english, japanese].flatMap((all) => [...all].filter(([key]) => checks.test(key)))
  expect(texts.length).toBeGreaterThan(40)
  expect(texts.filter(([, text]) => /\breplace|置き換え/i.test(text))).toEqual([])
})

test('A wait of calls is not said to end with a sending, because it is also shown before anything is confirmed', () => {
  for (const key of ['until', 'held', 'heldUntil'])
    expect(`${english.get(`orders.callWait.${key}`)}${japanese.get(`orders.callWait.${key}`)}`).not.toMatch(
      /\bsen[dt]|送信/,
    )
})

test('The confirmation to order again names the record by the words of the button that makes it', () => {
  const record = `「${japanese.get('orders.recordOutcome.notAccepted.button')}」と記録`
  for (const form of ['body', 'bodyAfterReading'])
    expect(japanese.get(`orders.recordOutcome.orderAgain.${form}`)).toContain(record)
})

test('The Japanese texts call the check and the replacement of a key as the buttons do', () => {
  expect([...japanese].filter(([, text]) => /APIキー.*(入れ替え|テスト)/u.test(text))).toEqual([])
})

test('Every text about name servers of which some are of the service says that the zone is partly in effect', () => {
  const about = ['dns.delegation.now.mixed', 'dns.delegation.lastRead.mixed', 'plan.warning.zoneMixed']
  for (const key of [...about, 'plan.setting.zonePartlyInEffect']) {
    expect(english.get(key)).toContain('only partly in effect')
    expect(japanese.get(key)).toContain('一部でのみ使用され')
  }
})

test('Where no sync is planned, any reading again is named, because one part of a domain can be read alone, too', () => {
  for (const key of ['notPlanned.readsAtStart', 'notPlanned.readsOnRequest', 'onlyOnRequest']) {
    expect(english.get(`readingPlan.${key}`)).toContain('when you open a domain or read it again')
    expect(japanese.get(`readingPlan.${key}`)).toMatch(/ドメインを開いたとき.*読み直しの操作をしたとき/u)
  }
})

test('A merge is said to combine the tags and notes of a domain or server, and not only tags of the same name', () => {
  expect(japanese.get('accounts.overlap.mergeFacts.annotations')).toMatch(/同じドメインやサーバーのタグ/u)
})

test('A change that may still be made within minutes is not said to be made after some minutes', () => {
  const within = [...english].filter(([, text]) => text.includes('within minutes')).map(([key]) => key)
  expect(within.length).toBeGreaterThan(3)
  expect(within.filter((key) => !japanese.get(key)?.includes('数分以内'))).toEqual([])
})

test('The text about a target that is not found names the status that the lists show', () => {
  const key = 'activity.job.itemAbout.not_found'
  expect(english.get(key)?.toLowerCase()).toContain(english.get('common.status.domain.gone')?.toLowerCase())
  expect(japanese.get(key)).toContain(`「${japanese.get('common.status.domain.gone')}」`)
})

test('The age of the oldest of several readings is called the oldest, because the others may be newer', () => {
  const ofSeveral = ['spending.expiriesRead', 'spending.pricesRead', 'renew.expiriesRead', 'renew.pricesRead']
  const elsewhere = ['customers.cost.pricesRead', 'purchase.pay.asLastRead']
  for (const key of [...ofSeveral.map((name) => `orders.${name}`), ...elsewhere]) {
    expect(english.get(key)).toMatch(/oldest/i)
    expect(japanese.get(key)).toContain('最も古い')
  }
})
