import fc from 'fast-check'
import { expect, test, onTestFinished } from 'vitest'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import {
  orderIntentFilterSchema,
  storedOrderIntentStates,
  shownOrderStatuses,
  type OrderIntentFilter,
} from '#shared/ipc/order-intent-schemas.ts'
import { computeSpending } from '#main/orders/reports/compute-spending.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { iterateIntentsInChunks } from '#main/orders/journal/iterate-intents-in-chunks.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import {
  makeTemporaryJournalFolder,
  createStateUpdater,
  removeFolder,
  renewal,
} from '#test/main/orders/sample-intents.ts'

const clock = { now: () => 1_700_000_000_000, monotonic: () => 0, sleep: () => Promise.resolve() }

async function open(intents: StoredIntent[]): Promise<Journal> {
  const folder = makeTemporaryJournalFolder()
  const journal = openJournal({ folder, clock })
  onTestFinished(async () => {
    await journal.close()
    removeFolder(folder)
  })
  await journal.add(intents)
  return journal
}

const many = (count: number, changes: (index: number) => Partial<StoredIntent> = () => ({})) =>
  Array.from({ length: count }, (_, index) => renewal(index, changes(index)))
const name = (index: number) => `intent-${index}`

/** Returns the IDs that `iterateIntentsInChunks` yields. Runs `meanwhile` at the eleventh intent. */
async function walk(
  journal: Journal,
  filter: Partial<OrderIntentFilter>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const seen: string[] = []
  for await (const { id } of iterateIntentsInChunks(journal, filter)) {
    if (seen.length === 10) await meanwhile()
    seen.push(id)
  }
  return seen
}

test('An intent that leaves the filter during the iteration does not make others disappear', async () => {
  const journal = await open(many(300))
  const leave = () =>
    Promise.all([0, 1, 2, 3, 4].map((index) => journal.change(name(index), createStateUpdater('done'))))
  expect(await walk(journal, { statuses: ['planned'] }, leave)).toEqual(many(300).map(({ id }) => id))
})

test('An intent that left the filter before its turn is not yielded, and one that entered it is', async () => {
  const journal = await open(many(300, (index) => (index === 299 ? { state: 'done' } : {})))
  const swap = () =>
    Promise.all([
      journal.change(name(298), createStateUpdater('done')),
      journal.change(name(299), createStateUpdater('unsettled')),
    ])
  const seen = await walk(journal, { statuses: ['planned', 'unsettled'] }, swap)
  expect(seen).toHaveLength(299)
  expect(seen.slice(-2)).toEqual([name(297), name(299)])
})

test('Every intent is yielded once and oldest first, also among many of the same time', async () => {
  const journal = await open([
    ...many(250, () => ({ createdAt: 7 })),
    renewal(250, { createdAt: 3 }),
    renewal(251, { createdAt: 7 }),
  ])
  expect(await walk(journal, {})).toEqual([name(250), ...many(250).map(({ id }) => id), name(251)])
})

test('The iteration yields the same intents as a page of the same filter', async () => {
  const accountIds = ['account-0', 'account-1', 'account-2']
  const journal = await open(
    many(260, (index) => ({
      item: { kind: 'renew', accountId: `account-${index % 3}`, name: `name-${index}.example`, years: 1 },
      state: storedOrderIntentStates[index % storedOrderIntentStates.length] as StoredIntent['state'],
      runId: `run-${index % 2}`,
      needsYou: index % 5 === 0,
      createdAt: Math.floor(index / 20),
    })),
  )
  const filters = fc.record({
    accountIds: fc.option(fc.subarray(accountIds)),
    statuses: fc.option(fc.subarray([...shownOrderStatuses])),
    kinds: fc.option(fc.subarray<OrderIntentKind>(['renew', 'order'])),
    runId: fc.constantFrom(null, 'run-0', 'run-9'),
    text: fc.constantFrom('', ' NAME-1', '.example', 'nothing'),
    target: fc.constantFrom(null, null, 'name-1.example', 'name-1'),
    from: fc.option(fc.nat(14)),
    until: fc.option(fc.nat(14)),
  })
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const { rows } = journal.page(filter, { sort: 'createdAt', isDescending: false, offset: 0, limit: 1_000 })
      expect(await walk(journal, filter)).toEqual(rows.map(({ id }) => id))
    }),
    { numRuns: 100 },
  )
})

test('The event loop runs regularly during the iteration, however few intents match', async () => {
  const journal = await open(many(1_000))
  for (const filter of [{}, { statuses: ['needs_you' as const] }]) {
    let turns = 0
    let isOver = false
    const others = () => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    await walk(journal, filter)
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(10)
  }
})

test('A chunk has at most a hundred intents', async () => {
  const journal = await open(many(1_000))
  let read = 0
  for (const slice of journal.iterateInChunks(orderIntentFilterSchema.parse({}))) {
    expect(slice.length).toBeLessThanOrEqual(100)
    read += slice.length
  }
  expect(read).toBe(1_000)
})

test('An intent that settles while spending is summed is in exactly one of the sums', async () => {
  const journal = await open(many(300, (index) => ({ yen: 1, state: index < 150 ? 'unsettled' : 'done' })))
  let passed = 0
  let isSettled = false
  const settleAll = () =>
    Promise.all(
      Array.from({ length: 150 }, (_, index) => journal.change(name(index), createStateUpdater('done'))),
    ).then(() => (isSettled = true))
  const settling: Pick<Journal, 'iterateInChunks'> = {
    *iterateInChunks(filter) {
      for (const slice of journal.iterateInChunks(filter)) {
        yield slice
        passed += 1
        if (passed === 2) void settleAll()
        while (passed >= 2 && !isSettled) yield []
      }
    },
  }
  const { months, unsettled, unsettledYen } = await computeSpending(settling, null, () => undefined)
  expect(unsettledYen).toBe(unsettled)
  expect(months.reduce((sum, { yen }) => sum + yen, unsettledYen)).toBe(300)
})

test('A name is found by any part of its decoded or stored form, in the list and in the export', async () => {
  const journal = await open(
    many(3, (index) => ({ target: ['xn--wgv71a119e.jp', 'shop.com', 'xn--shop-j79hm9d.com'][index] as string })),
  )
  const found = async (text: string) => {
    const { rows } = await journal.page(orderIntentFilterSchema.parse({ text }), {
      sort: 'createdAt',
      isDescending: false,
      offset: 0,
      limit: 9,
    })
    const listed = rows.map(({ id }) => id)
    expect(await walk(journal, { text })).toEqual(listed)
    return listed
  }
  expect(await found('日本')).toEqual([name(0), name(2)])
  expect(await found('ＳＨＯＰ')).toEqual([name(1), name(2)])
  expect(await found('xn--wgv')).toEqual([name(0)])
  expect(await found('大阪')).toEqual([])
})
