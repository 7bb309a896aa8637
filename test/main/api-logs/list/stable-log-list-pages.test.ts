import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs, secondMs } from '#shared/durations.ts'
import {
  executionLogListFilterSchema,
  type KeyLogCoverage,
  type ExecutionLogGap,
  type ExecutionLogListFilter,
  type ExecutionLogEntryOrGap,
} from '#shared/ipc/api-logs.ts'
import { logQueriesForQueryThread } from '#main/api-logs/list/log-queries-for-query-thread.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { createStableLogListPages, type StableLogListPages } from '#main/api-logs/list/stable-log-list-pages.ts'
import { queryLogSourceAddresses } from '#main/api-logs/list/query-and-mark-log-source-addresses.ts'
import { queryLogStatisticsPerDay } from '#main/api-logs/list/query-log-statistics-per-day.ts'
import type { Database } from '#main/store/database.ts'
import { openLogDatabase } from '#test/main/api-logs/open-database-with-account-and-keys.ts'

const begin = Date.UTC(2026, 10, 1)

interface Entry {
  keyId: string
  at: number
  method: string
  path: string
  statusCode: number
  responseTimeMs: number | null
  ipAddress: string | null
  isOwn: boolean
}

function insert(database: Database, entries: readonly Entry[]): void {
  database.transaction(() => {
    for (const { keyId, at, method, path, statusCode, responseTimeMs, ipAddress, isOwn } of entries)
      database.run(
        `insert into log_entry (key_id, account_id, at, method, path, status_code, response_time_ms, ip_address, own_request_id)
         values (?, 'a', ?, ?, ?, ?, ?, ?, ?)`,
        keyId,
        at,
        method,
        path,
        statusCode,
        responseTimeMs,
        ipAddress,
        isOwn ? 1 : null,
      )
  })
}

function openLists(database: Database, gaps: Record<string, ExecutionLogGap[]> = {}): StableLogListPages {
  const archives = Object.entries(gaps).map(([keyId, list]): KeyLogCoverage => ({
    accountId: 'a',
    keyId,
    completeFrom: 0,
    completeTo: 1,
    gaps: list,
    readAt: 0,
    error: null,
    errorAt: null,
    isReading: false,
  }))
  return createStableLogListPages({
    database,
    queries: bindReadOnlyQueriesToConnection(database, logQueriesForQueryThread),
    listKeyLogCoverages: () => archives,
    emit: () => undefined,
  })
}

/** All rows, page by page, of one list. */
async function readAll(
  lists: StableLogListPages,
  filter: ExecutionLogListFilter,
  limit: number,
): Promise<ExecutionLogEntryOrGap[]> {
  const rows: ExecutionLogEntryOrGap[] = []
  let listId: number | null = null
  for (;;) {
    const page = await lists.page({ filter, offset: rows.length, limit, listId })
    rows.push(...page.rows)
    listId = page.listId
    if (page.isComplete && rows.length >= page.total) return rows
    if (page.rows.length === 0) throw new Error('no progress')
  }
}

const parse = (fields: Partial<ExecutionLogListFilter>) => executionLogListFilterSchema.parse(fields)

const entries = fc.record({
  keyId: fc.constantFrom('k', 'other'),
  at: fc.integer({ min: 0, max: 60 }).map((second) => begin + second * secondMs),
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom('/v1/me', '/v1/domain/a.example/dns', '/v1/server/s1.example/memo', '/v1/domain/a.example'),
  statusCode: fc.constantFrom(200, 404),
  responseTimeMs: fc.constantFrom(null, 5, 80),
  ipAddress: fc.constantFrom(null, '192.0.2.1', '203.0.113.9'),
  isOwn: fc.boolean(),
})
const filters = fc.record({
  keyIds: fc.constantFrom(null, null, ['k']),
  from: fc.constantFrom(null, null, begin + 20 * secondMs),
  to: fc.constantFrom(null, null, begin + 40 * secondMs),
  statusClass: fc.constantFrom(null, null, 'error' as const),
  text: fc.constantFrom('', '', 'dns', '203.0.', 'post', '%'),
  hidesOwnReads: fc.boolean(),
  onlyUnknownAddresses: fc.constantFrom(false, false, true),
  target: fc.constantFrom(null, null, { kind: 'domain' as const, name: 'A.example' }),
})
const gapLists = fc.array(
  fc
    .tuple(fc.nat(60), fc.integer({ min: 1, max: 9 }), fc.boolean())
    .map(([from, length, isLost]) => ({
      from: begin + from * secondMs,
      to: begin + (from + length) * secondMs,
      isLost,
    })),
  { maxLength: 3 },
)

function matches(entry: Entry, filter: ExecutionLogListFilter): boolean {
  const text = filter.text
  return (
    (filter.keyIds === null || filter.keyIds.includes(entry.keyId)) &&
    (filter.from === null || entry.at >= filter.from) &&
    (filter.to === null || entry.at <= filter.to) &&
    (filter.statusClass === null || entry.statusCode >= 400) &&
    (text === '' ||
      entry.path.includes(text) ||
      (entry.ipAddress ?? '').includes(text) ||
      entry.method === text.toUpperCase()) &&
    !(filter.hidesOwnReads && entry.isOwn && entry.method === 'GET') &&
    (!filter.onlyUnknownAddresses || entry.ipAddress === '203.0.113.9') &&
    (filter.target === null || entry.path.startsWith('/v1/domain/a.example'))
  )
}

test('The pages of a list hold exactly the matching entries, the newest first, with every gap where its entries would be', async () => {
  const database = openLogDatabase(['k', 'other'])
  database.run(`insert into log_address (address, is_marked) values ('192.0.2.1', 1)`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(entries, { maxLength: 60 }),
      filters,
      fc.record({ k: gapLists, other: gapLists }),
      fc.integer({ min: 1, max: 30 }),
      async (all, fields, gaps, limit) => {
        database.run('delete from log_entry')
        insert(database, all)
        const filter = parse(fields as Partial<ExecutionLogListFilter>)
        const rows = await readAll(openLists(database, gaps), filter, limit)
        const found = rows.flatMap(({ entry }) => entry ?? [])
        const expected = all.filter((entry) => matches(entry, filter))
        const plain = ({ at, path, keyId, isOwn }: Pick<Entry, 'at' | 'path' | 'keyId' | 'isOwn'>) =>
          JSON.stringify([at, path, keyId, isOwn])
        expect(found.map((entry) => plain({ ...entry, isOwn: entry.sender === 'own' })).sort()).toEqual(
          expected.map(plain).sort(),
        )
        expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted((one, other) => other - one))
        for (const [index, { gap }] of rows.entries()) {
          if (!gap) continue
          expect(rows.slice(0, index).every(({ entry }) => !entry || entry.at >= gap.to)).toBe(true)
          expect(rows.slice(index + 1).every(({ entry }) => !entry || entry.at < gap.to)).toBe(true)
        }
        const shownGaps = Object.entries(gaps)
          .filter(([keyId]) => filter.keyIds === null || filter.keyIds.includes(keyId))
          .flatMap(([, list]) => list)
          .filter(
            ({ from, to }) => (filter.from === null || to > filter.from) && (filter.to === null || from <= filter.to),
          )
        for (const { from, to, isLost } of shownGaps)
          expect(
            rows.some(({ gap }) => gap !== null && gap.from <= from && gap.to >= to && gap.isLost === isLost),
          ).toBe(true)
        const days = await queryLogStatisticsPerDay(database, filter)
        expect(days.reduce((sum, { calls }) => sum + calls, 0)).toBe(expected.length)
        expect(days.reduce((sum, { errors }) => sum + errors, 0)).toBe(
          expected.filter(({ statusCode }) => statusCode >= 400).length,
        )
      },
    ),
    { numRuns: 200 },
  )
}, 30_000)

const entry = (fields: Partial<Entry>): Entry => ({
  keyId: 'k',
  at: begin,
  method: 'GET',
  path: '/v1/me',
  statusCode: 200,
  responseTimeMs: 5,
  ipAddress: '192.0.2.1',
  isOwn: false,
  ...fields,
})

test('A list of many slices is complete, and its first page is there before', async () => {
  const database = openLogDatabase(['k'])
  const all = Array.from({ length: 21_000 }, (_, index) => entry({ at: begin + Math.floor(index / 7) * secondMs }))
  insert(database, all)
  const completed: unknown[] = []
  const lists = createStableLogListPages({
    database,
    queries: bindReadOnlyQueriesToConnection(database, logQueriesForQueryThread),
    listKeyLogCoverages: () => [],
    emit: (name) => void completed.push(name),
  })
  const first = await lists.page({ filter: parse({}), offset: 0, limit: 100, listId: null })
  expect(first.rows).toHaveLength(100)
  expect(first.isComplete).toBe(false)
  const rows = await readAll(lists, parse({}), 500)
  expect(new Set(rows.map((row) => row.entry?.id)).size).toBe(21_000)
  expect(completed).toEqual(['logs.listComplete'])
})

test('An export writes every entry, even if other lists are read while its list is made', async () => {
  const database = openLogDatabase(['k'])
  const all = Array.from({ length: 21_000 }, (_, index) => entry({ at: begin + Math.floor(index / 7) * secondMs }))
  insert(database, all)
  const lists = openLists(database)
  const exported: number[] = []
  async function exportAll(): Promise<void> {
    for await (const chunk of lists.chunks(parse({}), () => undefined)) exported.push(...chunk.map(({ id }) => id))
  }
  const ended = exportAll()
  const others = ['a', 'b', 'c', 'd'].map((text) =>
    lists.page({ filter: parse({ text }), offset: 0, limit: 1, listId: null }),
  )
  await Promise.all([ended, ...others])
  expect(new Set(exported).size).toBe(21_000)
})

test('Entries that arrive while a list is read do not move its rows', async () => {
  const database = openLogDatabase(['k'])
  insert(
    database,
    Array.from({ length: 20 }, (_, index) => entry({ at: begin + index * secondMs })),
  )
  const lists = openLists(database)
  const first = await lists.page({ filter: parse({}), offset: 0, limit: 10, listId: null })
  insert(database, [entry({ at: begin + hourMs })])
  lists.invalidate()
  const second = await lists.page({ filter: parse({}), offset: 10, limit: 10, listId: first.listId })
  expect(second.rows.map((row) => row.entry?.at)).toEqual(
    Array.from({ length: 10 }, (_, index) => begin + (9 - index) * secondMs),
  )
  expect((await lists.page({ filter: parse({}), offset: 0, limit: 1, listId: null })).total).toBe(21)
})

test('Calls whose endpoint has a description with the text match, too, and a Japanese name matches its ASCII form', async () => {
  const database = openLogDatabase(['k'])
  insert(database, [
    entry({ path: '/v1/domain/xn--wgv71a.example/dns', at: begin + 3000 }),
    entry({ path: '/v1/domain/a.example/dns/12', at: begin + 2000, method: 'PUT' }),
    entry({ path: '/v1/domain', at: begin + 1000 }),
  ])
  const paths = async (fields: Partial<ExecutionLogListFilter>) =>
    (await readAll(openLists(database), parse(fields), 10)).map((row) => row.entry?.path)
  expect(await paths({ text: 'no such path', textEndpoints: ['domain.dns'] })).toEqual([
    '/v1/domain/xn--wgv71a.example/dns',
  ])
  expect(await paths({ text: '日本.example' })).toEqual(['/v1/domain/xn--wgv71a.example/dns'])
})

test('A dry run matches by its own description, and not by that of the paid operation', async () => {
  const database = openLogDatabase(['k'])
  const path = '/v1/domain/a.example/renew'
  insert(database, [entry({ path, method: 'POST', at: begin }), entry({ path, method: 'POST', at: begin + 1000 })])
  database.run('update log_entry set is_dry_run = 1 where at = ?', begin)
  const times = async (fields: Partial<ExecutionLogListFilter>) =>
    (await readAll(openLists(database), parse({ text: 'no such path', ...fields }), 10)).map((row) => row.entry?.at)
  expect(await times({ textEndpoints: ['domain.renew'] })).toEqual([begin + 1000])
  expect(await times({ textDryRunEndpoints: ['domain.renew'] })).toEqual([begin])
  // An entry that may be of another program is not shown as a dry run.
  database.run('update log_entry set is_sender_uncertain = 1 where at = ?', begin)
  expect(await times({ textEndpoints: ['domain.renew'] })).toEqual([begin + 1000, begin])
  expect(await times({ textDryRunEndpoints: ['domain.renew'] })).toEqual([])
})

test('The days are those of Japan, with the median and the slow end of the times of responses', async () => {
  const database = openLogDatabase(['k'])
  const lateEvening = Date.UTC(2026, 10, 1, 14, 59, 59)
  insert(database, [
    entry({ at: lateEvening, responseTimeMs: null, statusCode: 500 }),
    ...Array.from({ length: 100 }, (_, index) => entry({ at: lateEvening + secondMs, responseTimeMs: 100 - index })),
  ])
  expect(await queryLogStatisticsPerDay(database, parse({}))).toEqual([
    { date: '2026-11-01', calls: 1, errors: 1, medianMs: null, p95Ms: null },
    { date: '2026-11-02', calls: 100, errors: 0, medianMs: 50, p95Ms: 95 },
  ])
})

test('The addresses are listed with their calls, the one that was seen last first', async () => {
  const database = openLogDatabase(['k'])
  database.run(`insert into log_address (address, is_of_app) values ('192.0.2.1', 1)`)
  insert(database, [
    entry({}),
    entry({ at: begin + dayMs }),
    entry({ at: begin + 2 * dayMs, ipAddress: '203.0.113.9' }),
  ])
  expect(await queryLogSourceAddresses(database, null)).toEqual([
    {
      address: '203.0.113.9',
      calls: 1,
      firstAt: begin + 2 * dayMs,
      lastAt: begin + 2 * dayMs,
      isMarked: false,
      isOfApp: false,
    },
    { address: '192.0.2.1', calls: 2, firstAt: begin, lastAt: begin + dayMs, isMarked: false, isOfApp: true },
  ])
})
