import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { getLogRetentionStart, lateLogEntryMarginMs } from '#main/api-logs/archive/fetch-missing-log-entries.ts'
import { queryCompleteLogSpans } from '#main/api-logs/log-archive-state-store.ts'
import { findMissingSpans } from '#main/api-logs/add-subtract-and-intersect-time-spans.ts'
import { queryStoredEntries } from '#test/main/api-logs/query-stored-log-entries.ts'
import { openLogDatabase } from '#test/main/api-logs/open-database-with-account-and-keys.ts'
import {
  archivePagingArbitrary,
  archiveStepArbitrary,
  createGrowingLogWithArchive,
  playArchiveHistory,
} from './play-random-log-archive-histories.ts'

test('The archive holds exactly the entries that the service held in the spans that count as read, and none twice', async () => {
  const database = openLogDatabase(['k'])
  await fc.assert(
    fc.asyncProperty(fc.array(archiveStepArbitrary, { maxLength: 30 }), archivePagingArbitrary, (steps, options) =>
      playArchiveHistory(database, steps, options),
    ),
    { numRuns: 300 },
  )
}, 60_000)

test('A second reading asks only for what was written since the first one, and for the last minutes', async () => {
  const database = openLogDatabase(['k'])
  const key = createGrowingLogWithArchive(database, { pageSize: 500, hasDate: true })
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
  const key = createGrowingLogWithArchive(database, { pageSize: 500, hasDate: true })
  key.add(10, { path: '/v1/me', responseMs: 5 })
  await key.read()
  key.wait(minuteMs)
  key.add(115, { path: '/v1/domain', responseMs: 5 })
  await key.read()
  expect(queryStoredEntries(database).map(({ path }) => path)).toEqual(['/v1/me', '/v1/domain'])
})

test('After the app was closed for longer than the service keeps entries, the gap stays marked', async () => {
  const database = openLogDatabase(['k'])
  const key = createGrowingLogWithArchive(database, { pageSize: 500, hasDate: true })
  await key.read()
  const readTo = key.now() - lateLogEntryMarginMs
  key.wait(100 * dayMs)
  key.add(95 * 86_400, { path: '/v1/me', responseMs: 5 })
  expect(await key.read()).toBe(true)
  expect(queryStoredEntries(database)).toEqual([])
  const spans = queryCompleteLogSpans(database, 'k')
  expect(findMissingSpans(spans, { from: spans[0]?.from ?? 0, to: key.now() - lateLogEntryMarginMs })).toEqual([
    { from: readTo, to: getLogRetentionStart(key.now()) },
  ])
})
