import fc from 'fast-check'
import { expect, test } from 'vitest'
import { executionLogFilterSchema, type ExecutionLogFilter } from '#shared/ipc/api-logs.ts'
import { countEqualLogEntries, type StoredLogEntry } from '#main/api-logs/parse-log-entry-and-count-equal-entries.ts'
import { storeLogPage } from '#main/api-logs/execution-log-store.ts'
import { queryStoredEntries } from './query-stored-log-entries.ts'
import { openLogDatabase } from './open-database-with-account-and-keys.ts'
import type { Database } from '#main/store/database.ts'

const entry = (fields: Partial<StoredLogEntry> = {}): StoredLogEntry => ({
  at: 0,
  method: 'GET',
  path: '/v1/me',
  statusCode: 200,
  responseTimeMs: 5,
  ipAddress: '192.0.2.1',
  ...fields,
})
const everything = executionLogFilterSchema.parse({})

function counts(entries: readonly StoredLogEntry[]): Record<string, number> {
  return Object.fromEntries([...countEqualLogEntries(entries)].map(([identity, { count }]) => [identity, count]).sort())
}

function storedIn(database: Database): StoredLogEntry[] {
  return queryStoredEntries(database).filter(({ keyId }) => keyId === 'k')
}

function matches({ statusCode, method, at }: StoredLogEntry, filter: ExecutionLogFilter): boolean {
  return (
    (filter.statusClass === null || statusCode < 400 === (filter.statusClass === 'success')) &&
    (filter.statusCode === null || statusCode === filter.statusCode) &&
    (filter.method === null || method === filter.method) &&
    (filter.from === null || at >= filter.from) &&
    (filter.to === null || at <= filter.to)
  )
}

/** Few values, so that one second holds several entries and many of them are equal. */
const entries = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom('/v1/me', '/v1/domain'),
  statusCode: fc.constantFrom(200, 404),
  responseTimeMs: fc.constantFrom(null, 5),
})
const filters = fc.record({
  statusClass: fc.constantFrom(null, null, 'success' as const, 'error' as const),
  statusCode: fc.constantFrom(null, null, 404),
  method: fc.constantFrom(null, null, 'GET' as const),
  from: fc.constantFrom(null, null, 3000),
  to: fc.constantFrom(null, null, 9000),
})
/** Either new entries arrive some seconds later, or some pages of a given size are read. */
const steps = fc.oneof(
  fc.record({ kind: fc.constant('arrive' as const), later: fc.nat(2), entries: fc.array(entries, { maxLength: 6 }) }),
  fc.record({
    kind: fc.constant('read' as const),
    filter: filters,
    size: fc.integer({ min: 1, max: 5 }),
    pages: fc.integer({ min: 1, max: 12 }),
  }),
)

test('The store holds every shown entry and none twice, whatever pages are read while new entries arrive', () => {
  const database = openLogDatabase(['k', 'other'])
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 14 }), fc.boolean(), (actions, arrivesWithin) => {
      database.run('delete from log_entry')
      const log: StoredLogEntry[] = []
      let now = 0
      let before: Record<string, number> = {}
      const arrive = (later: number, fresh: readonly Partial<StoredLogEntry>[]) => {
        now += later * 1000
        for (const fields of fresh) log.push(entry({ ...fields, at: now }))
      }
      for (const action of actions) {
        if (action.kind === 'arrive') {
          arrive(action.later, action.entries)
          continue
        }
        const filter = executionLogFilterSchema.parse(action.filter)
        // A cursor points before an entry, so entries that arrive later do not move it.
        let position = log.length
        let begun: StoredLogEntry[] = []
        for (let page = 0; page < action.pages; page += 1) {
          const older = log
            .map((each, index) => ({ each, index }))
            .filter(({ each, index }) => index < position && matches(each, filter))
            .reverse()
          const shown = older.slice(0, action.size)
          const hasMore = older.length > shown.length
          position = shown.at(-1)?.index ?? 0
          begun = storeLogPage(database, { accountId: 'a', keyId: 'k' }, filter, {
            entries: shown.map(({ each }) => each),
            boundaryEntries: begun,
            hasMore,
          })

          const stored = counts(storedIn(database))
          const real = counts(log)
          for (const [identity, count] of Object.entries(stored))
            expect(count, identity).toBeLessThanOrEqual(real[identity] ?? 0)
          for (const [identity, count] of Object.entries(before))
            expect(stored[identity] ?? 0, identity).toBeGreaterThanOrEqual(count)
          before = stored
          const last = shown.at(-1)
          const completeFrom = last === undefined ? null : last.each.at + (hasMore ? 1000 : 0)
          if (completeFrom !== null && page === 0) {
            const whole = (all: readonly StoredLogEntry[]) =>
              counts(all.filter((each) => matches(each, filter) && each.at >= completeFrom))
            expect(whole(storedIn(database))).toEqual(whole(log))
          }
          if (!hasMore) {
            const all = (list: readonly StoredLogEntry[]) => counts(list.filter((each) => matches(each, filter)))
            if (!arrivesWithin) expect(all(storedIn(database))).toEqual(all(log))
            break
          }
          if (arrivesWithin) arrive(page % 2, [{ path: '/v1/me' }, { path: '/v1/me' }])
        }
      }
      // When nothing arrives any more, one complete reading adds the rest.
      storeLogPage(database, { accountId: 'a', keyId: 'k' }, everything, {
        entries: log.toReversed(),
        boundaryEntries: [],
        hasMore: false,
      })
      expect(counts(storedIn(database))).toEqual(counts(log))
    }),
    { numRuns: 400 },
  )
})

test('Equal entries of one second that two pages share are counted separately', () => {
  const database = openLogDatabase(['k', 'other'])
  const same = entry({ at: 5000 })
  const key = { accountId: 'a', keyId: 'k' }
  const begun = storeLogPage(database, key, everything, {
    entries: [entry({ at: 6000 }), same],
    boundaryEntries: [],
    hasMore: true,
  })
  storeLogPage(database, key, everything, { entries: [same, same], boundaryEntries: begun, hasMore: false })
  expect(storedIn(database).filter(({ at }) => at === 5000)).toHaveLength(3)
  storeLogPage(database, key, everything, { entries: [same, same], boundaryEntries: begun, hasMore: false })
  expect(storedIn(database)).toHaveLength(4)
})

test('A second inside a page replaces the stored entries of that second', () => {
  const database = openLogDatabase(['k', 'other'])
  const key = { accountId: 'a', keyId: 'k' }
  const page = (responseTimeMs: number | null) => [
    entry({ at: 6000 }),
    entry({ at: 5000, responseTimeMs }),
    entry({ at: 4000 }),
  ]
  storeLogPage(database, key, everything, { entries: page(null), boundaryEntries: [], hasMore: true })
  storeLogPage(database, key, everything, { entries: page(31), boundaryEntries: [], hasMore: true })
  expect(storedIn(database).map(({ responseTimeMs }) => responseTimeMs)).toEqual([5, 31, 5])
})

test('The entries of each key are counted separately', () => {
  const database = openLogDatabase(['k', 'other'])
  for (const keyId of ['other', 'k'])
    storeLogPage(database, { accountId: 'a', keyId }, everything, {
      entries: [entry({ at: 5000 })],
      boundaryEntries: [],
      hasMore: false,
    })
  expect(
    queryStoredEntries(database)
      .map(({ keyId }) => keyId)
      .sort(),
  ).toEqual(['k', 'other'])
})

test('A page leaves entries outside its filter, entries of other keys and older entries unchanged', () => {
  const database = openLogDatabase(['k', 'other'])
  const kept = [entry({ at: 5000, statusCode: 404 }), entry({ at: 1000, path: '/v1/domain' })]
  const all = (keyId: string) => ({ accountId: 'a', keyId })
  storeLogPage(database, all('k'), everything, { entries: kept, boundaryEntries: [], hasMore: false })
  storeLogPage(database, all('other'), everything, {
    entries: [entry({ at: 5000 })],
    boundaryEntries: [],
    hasMore: false,
  })
  const successes = executionLogFilterSchema.parse({ statusClass: 'success' })
  storeLogPage(database, all('k'), successes, {
    entries: [entry({ at: 9000 }), entry({ at: 3000 })],
    boundaryEntries: [],
    hasMore: true,
  })
  expect(queryStoredEntries(database).map(({ keyId, at }) => [keyId, at])).toEqual([
    ['k', 9000],
    ['other', 5000],
    ['k', 5000],
    ['k', 3000],
    ['k', 1000],
  ])
})
