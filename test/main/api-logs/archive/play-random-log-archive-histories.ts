import assert from 'node:assert/strict'
import fc from 'fast-check'
import { dayMs, minuteMs, secondMs } from '#shared/durations.ts'
import { getEndpoint, type EndpointOutput } from '#shared/api/endpoints.ts'
import { countEqualLogEntries, type StoredLogEntry } from '#main/api-logs/parse-log-entry-and-count-equal-entries.ts'
import {
  fetchMissingLogEntries,
  findFetchableLogGaps,
  getLogRetentionStart,
  lateLogEntryMarginMs,
} from '#main/api-logs/archive/fetch-missing-log-entries.ts'
import { queryCompleteLogSpans } from '#main/api-logs/log-archive-state-store.ts'
import { findMissingSpans, type TimeSpan } from '#main/api-logs/add-subtract-and-intersect-time-spans.ts'
import { queryStoredEntries } from '#test/main/api-logs/query-stored-log-entries.ts'
import type { Database } from '#main/store/database.ts'
import { keyAndLogBehaviours } from '#simulator/behaviours/key-and-logs.ts'
import type { SimulatedExecutionLogEntry } from '#simulator/world-state.ts'

const begin = Date.UTC(2026, 10, 20, 3)

/**
 * A key of the simulator whose log grows, and the archive of this key: the key `k` of the account `a`, which the
 * database has.
 */
export function createGrowingLogWithArchive(
  database: Database,
  { pageSize, hasDate }: { pageSize: number; hasDate: boolean },
) {
  for (const table of ['log_entry', 'log_span', 'log_archive']) database.run(`delete from ${table}`)
  let now = begin
  const log: SimulatedExecutionLogEntry[] = []
  let pages = 0

  function add(secondsAgo: number, fields: Pick<SimulatedExecutionLogEntry, 'path' | 'responseMs'>): void {
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
  async function read(failsAt = Infinity, maxPages = Infinity, onPage: () => void = () => undefined): Promise<boolean> {
    let asked = 0
    try {
      return await fetchMissingLogEntries(
        {
          database,
          mayContinue: () => asked < maxPages,
          onStored: () => undefined,
          readPage: (input) => {
            asked += 1
            pages += 1
            if (asked === failsAt) return Promise.reject(new Error('cut off'))
            const parsed = getEndpoint('account.logs').input.parse({ ...input, limit: pageSize })
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

const counts = (entries: readonly StoredLogEntry[]): Record<string, number> =>
  Object.fromEntries([...countEqualLogEntries(entries)].map(([identity, { count }]) => [identity, count]).sort())
const toEntry = ({ at, method, path, status, responseMs, address }: SimulatedExecutionLogEntry): StoredLogEntry => ({
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
  // The ages are below the age at which an entry counts as settled. There are few values, so that pages end inside a
  // second.
  secondsAgo: fc.constantFrom(0, 0, 1, 2, lateLogEntryMarginMs / secondMs - 2),
})
/**
 * What happens to a log and its archive: entries are added, time passes, and the archive reads pages of any size, of
 * which one may fail.
 */
export const archiveStepArbitrary = fc.oneof(
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
      maxPages: fc.option(fc.integer({ min: 0, max: 4 }), { nil: Infinity }),
      during: fc.option(fields, { nil: null }),
    }),
  },
)

export type ArchiveStep = typeof archiveStepArbitrary extends fc.Arbitrary<infer Step> ? Step : never

export const archivePagingArbitrary = fc.record({ pageSize: fc.integer({ min: 1, max: 7 }), hasDate: fc.boolean() })

/**
 * Plays the steps. Checks after each reading: in the spans that count as read, the archive has each entry of the
 * service exactly once. The entries that it does not have are in gaps. Throws an assertion error at the first step
 * after which this is not so.
 */
export async function playArchiveHistory(
  database: Database,
  steps: readonly ArchiveStep[],
  options: { pageSize: number; hasDate: boolean },
): Promise<void> {
  const key = createGrowingLogWithArchive(database, options)
  const grow = ({ secondsAgo, ...each }: { secondsAgo: number; path: string; responseMs: number | null }) =>
    key.add(secondsAgo, each)
  for (const step of steps) {
    if (step.kind === 'grow') step.entries.forEach(grow)
    else if (step.kind === 'wait') key.wait(step.ms)
    else {
      const startedAt = key.now()
      const isComplete = await key.read(step.failsAt, step.maxPages, () => {
        if (step.during) grow(step.during)
        key.wait(700)
      })
      const spans = queryCompleteLogSpans(database, 'k')
      const all = key.log.map(toEntry)
      const stored = queryStoredEntries(database)
      assert.deepEqual(
        counts(stored.filter((entry) => isIn(spans, entry))),
        counts(all.filter((entry) => isIn(spans, entry))),
      )
      const real = counts(all)
      for (const [identity, count] of Object.entries(counts(stored)))
        assert.ok(count <= (real[identity] ?? 0), `${identity} is stored ${count} times`)
      if (isComplete && options.hasDate) {
        assert.deepEqual(findFetchableLogGaps(spans, key.now()), [])
        // The service states its time in whole seconds.
        assert.ok(
          (spans.at(-1)?.to ?? 0) > startedAt - lateLogEntryMarginMs - secondMs,
          'the newest span ends too early',
        )
      }
    }
  }
  // The last reading fills gaps whose entries the service still keeps. The others stay marked.
  const before = queryCompleteLogSpans(database, 'k')
  assert.ok(await key.read(), 'the last reading is not complete')
  const spans = queryCompleteLogSpans(database, 'k')
  const [first] = before
  if (first && first.from < getLogRetentionStart(key.now())) {
    const lost = findMissingSpans(before, { from: first.from, to: getLogRetentionStart(key.now()) })
    for (const { from, to } of lost)
      assert.ok(!spans.some((span) => span.from < to && from < span.to), 'a lost gap counts as read')
  }
  const all = key.log.map(toEntry).filter((entry) => isIn(spans, entry))
  assert.deepEqual(counts(queryStoredEntries(database).filter((entry) => isIn(spans, entry))), counts(all))
}
