import { expect, test, onTestFinished } from 'vitest'
import {
  orderIntentEvents,
  orderIntentFilterSchema,
  storedOrderIntentStates,
} from '#shared/ipc/order-intent-schemas.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import { createPurchaseReports } from '#main/orders/reports/spending-forecast-and-external-purchase-reports.ts'
import { createRendererToJournalFilterConverter } from '#main/orders/query-intent-views.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { iterateIntentsInChunks } from '#main/orders/journal/iterate-intents-in-chunks.ts'
import { createPriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import type { PurchaseReports } from '#main/orders/reports/spending-forecast-and-external-purchase-reports.ts'
import type { Database } from '#main/store/database.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'
import {
  makeTemporaryJournalFolder,
  createStateUpdater,
  removeFolder,
  renewal,
} from '#test/main/orders/sample-intents.ts'

const at = (text: string) => parseJapanTime(text) as number
const clock = { now: () => at('2026-12-10 12:00:00'), monotonic: () => 0, sleep: () => Promise.resolve() }

interface ReportsRig {
  reports: PurchaseReports
  database: Database
  saved: { name: string; text: string }[]
}

async function open(intents: StoredIntent[]): Promise<ReportsRig> {
  const folder = makeTemporaryJournalFolder()
  const journal = openJournal({ folder, clock })
  onTestFinished(async () => {
    await journal.close()
    removeFolder(folder)
  })
  await journal.add(intents)
  const database = temporaryDatabase()
  database.run(
    `insert into account (id, label, colour, base_url, added_at) values ('account-1', 'Aoi now', 'blue', 'http://127.0.0.1', 0)`,
  )
  database.run(
    `insert into api_key (id, account_id, label, state, added_at) values ('key-1', 'account-1', 'Key', 'working', 0)`,
  )
  const saved: ReportsRig['saved'] = []
  const offers = createPriceAndHostingPlanLists({
    api: { call: () => Promise.reject(new Error('not asked')) },
    database,
  })
  const reports = createPurchaseReports({
    journal,
    database,
    priceLists: offers,
    toJournalFilter: createRendererToJournalFilterConverter({
      intentIdsWaitingFor: () => [],
      listIntentsWaitingForUser: () => [],
    }),
    clock,
    choosePathAndSaveFile: (name, text) => {
      saved.push({ name, text: [...text].join('') })
      return Promise.resolve(`/folder/${name}`)
    },
  })
  return { reports, database, saved }
}

const settled = (index: number, settledAt: string, changes: Partial<StoredIntent> = {}): StoredIntent =>
  renewal(index, {
    state: 'done',
    sentAt: 1,
    settledAt: at(settledAt),
    steps: [step('answered', 'done', at(settledAt))],
    ...changes,
  })
const step = (
  event: (typeof orderIntentEvents)[number],
  state: StoredIntent['state'],
  time: number,
): StoredIntent['steps'][number] => ({ at: time, serverAt: null, state, event, error: null, fact: {} })

test('Spending sums done orders by month in Japan, account and kind, and counts orders that may have been charged separately', async () => {
  const gone = { kind: 'acquire' as const, accountId: 'account-gone', name: 'x.example', years: 2, nameservers: null }
  const { reports } = await open([
    settled(1, '2026-11-30 23:59:59'),
    settled(2, '2026-12-01 00:00:00', { yen: 1_000 }),
    settled(3, '2026-12-05 10:00:00', { yen: 2_000 }),
    settled(4, '2026-12-06 10:00:00', { item: gone, accountLabel: 'Gone', target: 'x.example', yen: 500 }),
    renewal(5, { state: 'unsettled', yen: 7 }),
    renewal(6, { state: 'sent', yen: 70 }),
    settled(10, '2026-12-07 10:00:00', {
      repeats: 'intent-8',
      sentAt: null,
      yen: 700_000,
      steps: [step('settled_by_reading', 'done', at('2026-12-07 10:00:00'))],
    }),
    renewal(7, { state: 'refused', settledAt: 1, yen: 700 }),
    renewal(8, { state: 'abandoned', settledAt: 1, yen: 7_000 }),
    renewal(9, { yen: 70_000 }),
  ])
  expect(await reports.spending(null)).toEqual({
    months: [
      { month: '2026-11', accountId: 'account-1', accountLabel: 'Aoi now', kind: 'renew', yen: 1_650, count: 1 },
      { month: '2026-12', accountId: 'account-1', accountLabel: 'Aoi now', kind: 'renew', yen: 3_000, count: 2 },
      { month: '2026-12', accountId: 'account-gone', accountLabel: 'Gone', kind: 'acquire', yen: 500, count: 1 },
    ],
    withoutResponse: 0,
    withoutResponseYen: 0,
    unsettled: 3,
    unsettledYen: 700_077,
    unsettledRepeats: 1,
  })
  expect(await reports.spending(['account-gone'])).toMatchObject({
    months: [{ yen: 500 }],
    unsettled: 0,
    unsettledYen: 0,
  })
})

test('Spending takes the month of an answer from the clock of the service', async () => {
  const answered = step('answered', 'done', at('2026-12-01 02:05:36'))
  const { reports } = await open([
    settled(1, '2026-12-01 02:05:36', { steps: [{ ...answered, serverAt: at('2026-11-30 23:05:36') }] }),
  ])
  expect((await reports.spending(null)).months).toMatchObject([{ month: '2026-11' }])
})

test('Spending counts an order once that may have been charged and that an unsent repeat replaces', async () => {
  const unsentRepeat = (index: number, repeats: string) =>
    settled(index, '2026-12-07 10:00:00', {
      repeats,
      sentAt: null,
      steps: [step('settled_by_reading', 'done', at('2026-12-07 10:00:00'))],
    })
  const { reports } = await open([
    renewal(1, { state: 'abandoned', settledAt: 1, sentAt: 1, needsYou: true }),
    unsentRepeat(2, 'intent-1'),
    settled(3, '2026-12-01 00:00:00'),
    unsentRepeat(4, 'intent-3'),
    renewal(5, { state: 'abandoned', settledAt: 1, sentAt: 1 }),
    unsentRepeat(6, 'intent-5'),
    unsentRepeat(7, 'intent-6'),
  ])
  expect(await reports.spending(null)).toMatchObject({
    months: [{ count: 1 }],
    unsettled: 2,
    unsettledYen: 2 * 1_650,
    unsettledRepeats: 1,
  })
})

test('Spending of an account that was removed stays under each name that its orders were placed under', async () => {
  const item = { kind: 'renew' as const, accountId: 'account-gone', name: 'x.example', years: 1 }
  const { reports } = await open([
    settled(1, '2026-12-01 10:00:00', { item, accountLabel: 'Hoshi', yen: 3_410 }),
    settled(2, '2026-12-02 10:00:00', { item, accountLabel: 'Hoshi 2', yen: 2_190 }),
  ])
  const { months } = await reports.spending(null)
  expect(months.map(({ accountLabel, yen }) => [accountLabel, yen])).toEqual([
    ['Hoshi', 3_410],
    ['Hoshi 2', 2_190],
  ])
})

test('Spending states how many of its orders, and which sum, no response of the service confirms', async () => {
  const lost = { sendings: { ...renewal(1).sendings, count: 1, isBurnt: true } }
  const settledBy = (event: 'settled_by_reading' | 'settled_by_person') => ({
    ...lost,
    steps: [step('server_error', 'unsettled', 1), step(event, 'done', 2)],
  })
  const { reports } = await open([
    settled(1, '2026-12-01 00:00:00', { yen: 1 }),
    settled(2, '2026-12-02 00:00:00', { yen: 10, ...settledBy('settled_by_reading') }),
    settled(3, '2026-12-03 00:00:00', { yen: 100, ...settledBy('settled_by_person') }),
  ])
  expect(await reports.spending(null)).toMatchObject({
    months: [{ count: 3, yen: 111 }],
    withoutResponse: 2,
    withoutResponseYen: 110,
  })
})

test('Spending counts each of many orders once', async () => {
  const { reports } = await open(
    Array.from({ length: 1_234 }, (_, index) => settled(index, '2026-12-01 00:00:00', { yen: 3, createdAt: 5 })),
  )
  expect((await reports.spending(null)).months).toEqual([expect.objectContaining({ yen: 3_702, count: 1_234 })])
})

test('An intent that is settled during the iteration does not make others count twice', async () => {
  const folder = makeTemporaryJournalFolder()
  const journal = openJournal({ folder, clock })
  onTestFinished(async () => {
    await journal.close()
    removeFolder(folder)
  })
  await journal.add(Array.from({ length: 300 }, (_, index) => renewal(index, index === 0 ? {} : { state: 'done' })))
  const seen: string[] = []
  for await (const { id } of iterateIntentsInChunks(journal, { states: ['done'] })) {
    if (seen.length === 10) await journal.change('intent-0', createStateUpdater('done'))
    seen.push(id)
  }
  expect(seen).toHaveLength(299)
  expect(new Set(seen).size).toBe(299)
})

test('The export contains state, evidence and price, has times in Japan time, and never says that an order failed', async () => {
  const { reports, saved } = await open([
    ...storedOrderIntentStates.map((state, index) =>
      renewal(index, {
        state,
        createdAt: at('2026-12-01 00:00:00'),
        sentAt: state === 'done' ? at('2026-12-01 00:00:01') : null,
      }),
    ),
    ...orderIntentEvents.map((event, index) =>
      renewal(100 + index, {
        state: 'done',
        createdAt: at('2026-12-01 00:00:00'),
        sentAt: at('2026-12-01 00:00:01'),
        steps: [step(event, 'done', at('2026-12-02 03:04:05'))],
      }),
    ),
    renewal(200, {
      state: 'unsettled',
      item: { kind: 'renew', accountId: 'gone', name: 'name-200.example', years: 1 },
      accountLabel: '=HYPERLINK("x"), "quoted"',
      createdAt: at('2026-12-03 00:00:00'),
    }),
  ])
  expect(await reports.exportCsv(orderIntentFilterSchema.parse({}), {})).toBe('/folder/banto-orders-2026-12-10.csv')
  const [{ name, text }] = saved as [{ name: string; text: string }]
  expect(name).toBe('banto-orders-2026-12-10.csv')
  const lines = text.slice(1).split('\r\n')
  expect(lines).toHaveLength(1 + storedOrderIntentStates.length + orderIntentEvents.length + 1 + 1)
  expect(lines[0]).toMatch(/^confirmed,account,kind,target,decoded,plan,months,years,yen,status,/)
  for (const state of storedOrderIntentStates) expect(lines.some((line) => line.includes(`,1650,${state},`))).toBe(true)
  expect(lines.filter((line) => line.includes(',1650,already_ordered,'))).toHaveLength(1)
  for (const event of orderIntentEvents) expect(text).toContain(`,${event},2026-12-02 03:04:05,`)
  expect(text).toContain(`2026-12-03 00:00:00,"'=HYPERLINK(""x""), ""quoted""",renew,`)
  expect(text).not.toMatch(/fail/i)
  await reports.exportCsv(orderIntentFilterSchema.parse({ statuses: ['unsettled'] }), {
    'heading.yen': '金額',
    'status.unsettled': '結果不明',
  })
  expect(saved[1]?.text.split('\r\n')).toHaveLength(4)
  expect(saved[1]?.text.split('\r\n')[0]).toContain(',金額,')
  expect(saved[1]?.text.split('\r\n')[1]).toContain(',1650,結果不明,')
})

test('A sending that only the journal knows explains a log entry, and a request that was never sent explains none', async () => {
  const time = at('2026-12-09 10:00:00')
  const { reports, database } = await open([
    renewal(1, {
      steps: [
        step('planned', 'planned', time - 5),
        step('sent', 'sent', time),
        step('interrupted', 'unsettled', time + 60_000),
      ],
    }),
    renewal(2, {
      steps: [step('planned', 'planned', time - 5), step('sent', 'sent', time), step('not_sent', 'planned', time + 10)],
    }),
  ])
  const log = (name: string, when: number) =>
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code) values ('key-1', 'account-1', ?, 'POST', ?, 200)`,
      when,
      `/v1/domain/${name}.example/renew`,
    )
  log('name-1', time + 1_000)
  log('name-2', time + 1_000)
  expect((await reports.externalPurchases(null)).map(({ target }) => target)).toEqual(['name-2.example'])
  // The one sending explains either of both entries.
  log('name-1', time + 2_000)
  const found = await reports.externalPurchases(null)
  expect(found.map(({ target, isPossiblyOwn }) => [target, isPossiblyOwn])).toEqual([
    ['name-1.example', true],
    ['name-2.example', false],
    ['name-1.example', true],
  ])
  log('name-1', time + 60 * 60_000)
  expect(await reports.externalPurchases(['account-1'])).toHaveLength(4)
})

test('An interrupted sending explains a log entry, although only an earlier dry run has a stored request', async () => {
  const time = at('2026-12-09 10:00:00')
  const { reports, database } = await open([
    renewal(1, {
      steps: [
        step('planned', 'planned', time - 5),
        step('sent', 'sent', time),
        step('interrupted', 'unsettled', time + 60_000),
      ],
    }),
    renewal(2, {
      steps: [
        step('planned', 'planned', time - 5),
        step('sent', 'sent', time),
        step('answered', 'done', time + 20_000),
      ],
    }),
  ])
  const pathOf = (name: string) => `/v1/domain/${name}.example/renew`
  const log = (name: string, when: number) =>
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code) values ('key-1', 'account-1', ?, 'POST', ?, 200)`,
      when,
      pathOf(name),
    )
  const request = (name: string, when: number, durationMs: number) =>
    database.run(
      `insert into request (account_id, key_id, endpoint, method, path, at, status, duration_ms, attempt) values ('account-1', 'key-1', 'domain.renew', 'POST', ?, ?, 200, ?, 1)`,
      pathOf(name),
      when,
      durationMs,
    )
  for (const name of ['name-1', 'name-2']) {
    request(name, time - 30_000, 300)
    log(name, time - 30_000)
    log(name, time + 1_000)
  }
  // The connection of this request took long to be established.
  request('name-2', time + 5, 19_990)
  expect(await reports.externalPurchases(null)).toEqual([])
  // Both entries lie within the one request.
  log('name-2', time + 12_000)
  expect((await reports.externalPurchases(null)).map(({ target, isPossiblyOwn }) => [target, isPossiblyOwn])).toEqual([
    ['name-2.example', true],
    ['name-2.example', true],
  ])
})

test('A paid call of another program is reported, and our own call soon after it is not', async () => {
  const time = at('2026-12-09 10:00:00')
  const { reports, database } = await open([])
  const path = '/v1/domain/name-1.example/renew'
  const log = (when: number, status: number) =>
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code) values ('key-1', 'account-1', ?, 'POST', ?, ?)`,
      when,
      path,
      status,
    )
  log(time, 200)
  log(time + 90_000, 200)
  database.run(
    `insert into request (account_id, key_id, endpoint, method, path, at, status, duration_ms, attempt) values ('account-1', 'key-1', 'domain.renew', 'POST', ?, ?, 200, 300, 1)`,
    path,
    time + 90_100,
  )
  expect((await reports.externalPurchases(null)).map((found) => found.at)).toEqual([time])
})
