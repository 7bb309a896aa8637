import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '#shared/durations.ts'
import { endpointOf, type EndpointOutput } from '#shared/api/endpoints.ts'
import { countEqualEntries, type StoredLogEntry } from '#main/api-logs/log-entry.ts'
import {
  fetchMissingEntries,
  findFetchableGaps,
  retentionStart,
  lateEntryMarginMs,
} from '#main/api-logs/archive/fetch-missing-entries.ts'
import { queryCompleteLogSpans } from '#main/api-logs/archive/archive-state-store.ts'
import { findMissingSpans, type TimeSpan } from '#main/api-logs/archive/time-spans.ts'
import { queryStoredEntries } from '#test/main/api-logs/query-stored-entries.ts'
import { openLogDatabase } from '#test/main/api-logs/open-log-database.ts'
import type { Database } from '#main/store/database.ts'
import { keyAndLogBehaviours } from '#simulator/behaviours/key-and-logs.ts'
import type { LogState } from '#simulator/world-state.ts'

const begin = Date.UTC(2026, 10, 20, 3)

/** A key of the simulator whose log grows, and the archive of this key. */
function createArchivedKey(database: Database, { pageSize, hasDate }: { pageSize: number; hasDate: boolean }) {
  for (const table of ['log_entry', 'log_span', 'log_archive']) database.run(`delete from ${table}`)
  let now = begin
  const log: LogState[] = []
  let pages = 0

  function add(secondsAgo: number, fields: Pick<LogState, 'path' | 'responseMs'>): void {
    log.push({
      position: 0,
      method: 'GET',
      status: 200,
      address: '192.0.2.1',
      at: now - secondsAgo * secondMs,
      ...fields,
    })
    log.sort((one, other) => one.at - other.at)
    log.forEach((entry, index) => (entry.position = index + 1))
  }

  /** `failsAt`: the number of the page that fails. `onPage`: something happens after a page was read. */
  async function read(failsAt = Infinity, most = Infinity, onPage: () => void = () => undefined): Promise<boolean> {
    let asked = 0
    try {
      return await fetchMissingEntries(
        {
          database,
          mayContinue: () => asked < most,
          onStored: () => undefined,
          readPage: (input) => {
            asked += 1
            pages += 1
            if (asked === failsAt) return Promise.reject(new Error('cut off'))
            const parsed = endpointOf('account.logs').input.parse({ ...input, limit: pageSize })
            const data = keyAndLogBehaviours.logs({
              key: { log },
              now,
              input: parsed,
            } as never) as EndpointOutput<'account.logs'>
            const answer = { data, readAt: now, serverAt: hasDate ? Math.floor(now / secondMs) * secondMs : null }
            onPage()
            return Promise.resolve(answer)
          },
        },
        { accountId: 'a', keyId: 'k' },
      )
    } catch {
      return false
    }
  }

  return { log, add, read, pages: () => pages, now: () => now, wait: (ms: number) => void (now += ms) }
}

const counts = (entries: readonly StoredLogEntry[]) =>
  Object.fromEntries([...countEqualEntries(entries)].map(([identity, { count }]) => [identity, count]).sort())
const toEntry = ({ at, method, path, status, responseMs, address }: LogState): StoredLogEntry => ({
  at: Math.floor(at / secondMs) * secondMs,
  method,
  path,
  statusCode: status,
  responseTimeMs: responseMs,
  ipAddress: address,
})
const isIn = (spans: readonly TimeSpan[], { at }: StoredLogEntry) => spans.some(({ from, to }) => at >= from && at < to)

const fields = fc.record({
  path: fc.constantFrom('/v1/me', '/v1/domain'),
  responseMs: fc.constantFrom(null, 5),
  // Less than the time after which an entry counts as settled. Few values, so that pages end inside a second.
  secondsAgo: fc.constantFrom(0, 0, 1, 2, lateEntryMarginMs / secondMs - 2),
})
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('grow' as const),
      entries: fc.array(fields, { minLength: 4, maxLength: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 300, max: 5 * minuteMs }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: dayMs, max: 120 * dayMs }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      failsAt: fc.option(fc.integer({ min: 1, max: 5 }), { nil: Infinity }),
      most: fc.option(fc.integer({ min: 0, max: 4 }), { nil: Infinity }),
      during: fc.option(fields, { nil: null }),
    }),
  },
)

test('The archive holds exactly the entries that the service held in the spans that count as read, and none twice', async () => {
  const database = openLogDatabase(['k'])
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { maxLength: 30 }),
      fc.record({ pageSize: fc.integer({ min: 1, max: 7 }), hasDate: fc.boolean() }),
      async (actions, options) => {
        const key = createArchivedKey(database, options)
        const grow = ({ secondsAgo, ...each }: { secondsAgo: number; path: string; responseMs: number | null }) =>
          key.add(secondsAgo, each)
        for (const action of actions) {
          if (action.kind === 'grow') action.entries.forEach(grow)
          else if (action.kind === 'wait') key.wait(action.ms)
          else {
            const isComplete = await key.read(action.failsAt, action.most, () => {
              if (action.during) grow(action.during)
              key.wait(700)
            })
            const spans = queryCompleteLogSpans(database, 'k')
            const all = key.log.map(toEntry)
            const stored = queryStoredEntries(database)
            expect(counts(stored.filter((entry) => isIn(spans, entry)))).toEqual(
              counts(all.filter((entry) => isIn(spans, entry))),
            )
            const real = counts(all)
            for (const [identity, count] of Object.entries(counts(stored)))
              expect(count, identity).toBeLessThanOrEqual(real[identity] ?? 0)
            if (isComplete && options.hasDate) {
              expect(findFetchableGaps(spans, key.now())).toEqual([])
              expect(spans.at(-1)?.to).toBeGreaterThan(key.now() - lateEntryMarginMs - 30 * secondMs)
            }
          }
        }
        // Gaps that the service still keeps are filled at last. Those that it no longer keeps stay marked.
        const before = queryCompleteLogSpans(database, 'k')
        expect(await key.read()).toBe(true)
        const spans = queryCompleteLogSpans(database, 'k')
        const [first] = before
        if (first && first.from < retentionStart(key.now())) {
          const lost = findMissingSpans(before, { from: first.from, to: retentionStart(key.now()) })
          for (const { from, to } of lost) expect(spans.some((span) => span.from < to && from < span.to)).toBe(false)
        }
        const all = key.log.map(toEntry).filter((entry) => isIn(spans, entry))
        expect(counts(queryStoredEntries(database).filter((entry) => isIn(spans, entry)))).toEqual(counts(all))
      },
    ),
    { numRuns: 300 },
  )
}, 60_000)

test('A second reading asks only for what was written since the first one, and for the last minutes', async () => {
  const database = openLogDatabase(['k'])
  const key = createArchivedKey(database, { pageSize: 500, hasDate: true })
  for (let day = 1; day < 80; day += 1)
    for (let n = 0; n < 30; n += 1) key.add(day * 86_400 + n, { path: '/v1/me', responseMs: 5 })
  expect(await key.read()).toBe(true)
  expect(queryStoredEntries(database)).toHaveLength(79 * 30)
  const pages = key.pages()
  expect(pages).toBe(5)
  key.wait(15 * minuteMs)
  key.add(60, { path: '/v1/domain', responseMs: 5 })
  expect(await key.read()).toBe(true)
  expect(key.pages()).toBe(pages + 1)
  expect(queryStoredEntries(database)).toHaveLength(79 * 30 + 1)
})

test('An entry that the service writes a minute after newer ones is read by the next reading', async () => {
  const database = openLogDatabase(['k'])
  const key = createArchivedKey(database, { pageSize: 500, hasDate: true })
  key.add(10, { path: '/v1/me', responseMs: 5 })
  await key.read()
  key.wait(minuteMs)
  key.add(115, { path: '/v1/domain', responseMs: 5 })
  await key.read()
  expect(queryStoredEntries(database).map(({ path }) => path)).toEqual(['/v1/me', '/v1/domain'])
})

test('After the app was closed for longer than the service keeps entries, the gap stays marked', async () => {
  const database = openLogDatabase(['k'])
  const key = createArchivedKey(database, { pageSize: 500, hasDate: true })
  await key.read()
  const readTo = key.now() - lateEntryMarginMs
  key.wait(100 * dayMs)
  key.add(95 * 86_400, { path: '/v1/me', responseMs: 5 })
  expect(await key.read()).toBe(true)
  expect(queryStoredEntries(database)).toEqual([])
  const spans = queryCompleteLogSpans(database, 'k')
  expect(findMissingSpans(spans, { from: spans[0]?.from ?? 0, to: key.now() - lateEntryMarginMs })).toEqual([
    { from: readTo, to: retentionStart(key.now()) },
  ])
})
