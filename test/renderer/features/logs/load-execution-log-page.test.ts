import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logsIncompleteBefore, summarizeLogFetchState } from '#renderer/features/logs/summarize-log-fetch-state.ts'
import {
  loadExecutionLogPage,
  type LoadLogEntries,
  type ExecutionLogLine,
} from '#renderer/features/logs/load-execution-log-page.ts'
import { logFilterSchema, type LogFetchState, type ExecutionLogRow } from '#shared/ipc/logs.ts'

const everything = logFilterSchema.parse({})

function entryAt(at: number): ExecutionLogRow {
  return {
    accountId: 'a',
    keyId: 'k',
    at,
    method: 'GET',
    path: '/v1/me',
    statusCode: 200,
    responseTimeMs: 1,
    ipAddress: null,
  }
}

/** A log store that returns the entries of a filter in pages, newest first. */
function storeOf(times: readonly number[]): LoadLogEntries {
  const entries = times.toSorted((a, b) => b - a).map(entryAt)
  return async (filter, offset, limit) => {
    const fitting = entries.filter(
      ({ at }) => (filter.from === null || at >= filter.from) && (filter.to === null || at <= filter.to),
    )
    return { rows: fitting.slice(offset, offset + limit), total: fitting.length, offset }
  }
}

async function readAll(
  load: LoadLogEntries,
  logIncompleteBefore: number | null,
  limit: number,
  filter = everything,
): Promise<ExecutionLogLine[]> {
  const lines: ExecutionLogLine[] = []
  for (let offset = 0; ; offset += limit) {
    const { page } = await loadExecutionLogPage(load, filter, logIncompleteBefore, offset, limit)
    lines.push(...page.rows)
    if (offset + limit >= page.total) {
      expect(lines).toHaveLength(page.total)
      return lines
    }
  }
}

const times = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 })

test('Every entry is shown once, and the gap marker separates complete from incomplete times', async () => {
  await fc.assert(
    fc.asyncProperty(
      times,
      fc.integer({ min: -1, max: 41 }),
      fc.integer({ min: 1, max: 7 }),
      async (stored, logIncompleteBefore, limit) => {
        const lines = await readAll(storeOf(stored), logIncompleteBefore, limit)
        expect(lines.flatMap(({ entry }) => (entry ? [entry.at] : []))).toEqual(stored.toSorted((a, b) => b - a))
        const place = lines.findIndex(({ entry }) => entry === null)
        const beneath = stored.filter((at) => at < logIncompleteBefore)
        expect(lines.filter(({ entry }) => entry === null)).toHaveLength(beneath.length > 0 ? 1 : 0)
        if (place !== -1) {
          expect(lines.slice(0, place).every(({ entry }) => entry && entry.at >= logIncompleteBefore)).toBe(true)
          expect(lines.slice(place + 1).every(({ entry }) => entry && entry.at < logIncompleteBefore)).toBe(true)
        }
      },
    ),
  )
})

test('Every line has a unique key', async () => {
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 0, max: 40 }), async (stored, logIncompleteBefore) => {
      const keys = (await readAll(storeOf(stored), logIncompleteBefore, 5)).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('Without missing entries there is no gap marker', async () => {
  expect((await readAll(storeOf([1, 2, 3]), null, 2)).every(({ entry }) => entry !== null)).toBe(true)
})

test('A filter that ends before the gap marker shows all entries below the line', async () => {
  const lines = await readAll(storeOf([1, 2, 3]), 10, 5, { ...everything, to: 5 })
  expect(lines[0]?.entry).toBeNull()
  expect(lines).toHaveLength(4)
})

function fetchState(more: Partial<LogFetchState>): LogFetchState {
  return {
    accountId: 'a',
    keyId: 'k',
    cursor: null,
    hasMore: false,
    completeFrom: null,
    readAt: 5,
    error: null,
    ...more,
  }
}

test('The gap marker is the newest time from which a key with more entries is complete', () => {
  expect(
    logsIncompleteBefore([
      fetchState({ hasMore: true, completeFrom: 10 }),
      fetchState({ hasMore: true, completeFrom: 30 }),
      fetchState({ completeFrom: 90 }),
    ]),
  ).toBe(30)
})

test('Keys without more entries leave no gap marker', () => {
  expect(logsIncompleteBefore([fetchState({ completeFrom: 10 }), fetchState({})])).toBeNull()
})

test('A key with more entries and nothing loaded puts all entries below the gap marker', () => {
  expect(logsIncompleteBefore([fetchState({ hasMore: true, completeFrom: 10 }), fetchState({ hasMore: true })])).toBe(
    Number.POSITIVE_INFINITY,
  )
})

test('A key whose logs could not be read is listed separately from the keys that were read', () => {
  const failed = fetchState({ keyId: 'bad', readAt: null, error: { kind: 'timeout', message: 'late', details: {} } })
  expect(summarizeLogFetchState([fetchState({ hasMore: true, readAt: 9 }), failed, fetchState({ readAt: 4 })])).toEqual(
    { read: 2, failed: [failed], hasMore: true, readAt: 4 },
  )
})
