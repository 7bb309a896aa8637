import fc from 'fast-check'
import { expect, test } from 'vitest'
import { incompleteBefore, summarizeLogFetchState } from '#renderer/features/logs/summarize-log-fetch-state.ts'
import {
  loadExecutionLogPage,
  type LoadLogEntries,
  type ExecutionLogLine,
} from '#renderer/features/logs/load-execution-log-page.ts'
import { logFilterSchema, type LogFetchState, type LogRow } from '#shared/ipc/logs.ts'

const everything = logFilterSchema.parse({})

function entryAt(at: number): LogRow {
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

/** The store's own promise: entries of a filter by pages, newest first. */
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
  horizon: number | null,
  limit: number,
  filter = everything,
): Promise<ExecutionLogLine[]> {
  const lines: ExecutionLogLine[] = []
  for (let offset = 0; ; offset += limit) {
    const { page } = await loadExecutionLogPage(load, filter, horizon, offset, limit)
    lines.push(...page.rows)
    if (offset + limit >= page.total) {
      expect(lines).toHaveLength(page.total)
      return lines
    }
  }
}

const times = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 })

test('every entry is shown once, and the line of the horizon stands between what is complete and what is not', async () => {
  await fc.assert(
    fc.asyncProperty(
      times,
      fc.integer({ min: -1, max: 41 }),
      fc.integer({ min: 1, max: 7 }),
      async (stored, horizon, limit) => {
        const lines = await readAll(storeOf(stored), horizon, limit)
        expect(lines.flatMap(({ entry }) => (entry ? [entry.at] : []))).toEqual(stored.toSorted((a, b) => b - a))
        const place = lines.findIndex(({ entry }) => entry === null)
        const beneath = stored.filter((at) => at < horizon)
        expect(lines.filter(({ entry }) => entry === null)).toHaveLength(beneath.length > 0 ? 1 : 0)
        if (place !== -1) {
          expect(lines.slice(0, place).every(({ entry }) => entry && entry.at >= horizon)).toBe(true)
          expect(lines.slice(place + 1).every(({ entry }) => entry && entry.at < horizon)).toBe(true)
        }
      },
    ),
  )
})

test('lines have keys of their own', async () => {
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 0, max: 40 }), async (stored, horizon) => {
      const keys = (await readAll(storeOf(stored), horizon, 5)).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('without a horizon there is no line', async () => {
  expect((await readAll(storeOf([1, 2, 3]), null, 2)).every(({ entry }) => entry !== null)).toBe(true)
})

test('a filter that ends before the horizon shows everything beneath the line', async () => {
  const lines = await readAll(storeOf([1, 2, 3]), 10, 5, { ...everything, to: 5 })
  expect(lines[0]?.entry).toBeNull()
  expect(lines).toHaveLength(4)
})

function reach(more: Partial<LogFetchState>): LogFetchState {
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

test('the horizon is the newest point to which a key with more is complete', () => {
  expect(
    incompleteBefore([
      reach({ hasMore: true, completeFrom: 10 }),
      reach({ hasMore: true, completeFrom: 30 }),
      reach({ completeFrom: 90 }),
    ]),
  ).toBe(30)
})

test('keys without more leave no horizon', () => {
  expect(incompleteBefore([reach({ completeFrom: 10 }), reach({})])).toBeNull()
})

test('a key with more and nothing loaded puts everything beneath the horizon', () => {
  expect(incompleteBefore([reach({ hasMore: true, completeFrom: 10 }), reach({ hasMore: true })])).toBe(
    Number.POSITIVE_INFINITY,
  )
})

test('a key that failed is named beside those that were read', () => {
  const failed = reach({ keyId: 'bad', readAt: null, error: { kind: 'timeout', message: 'late', details: {} } })
  expect(summarizeLogFetchState([reach({ hasMore: true, readAt: 9 }), failed, reach({ readAt: 4 })])).toEqual({
    read: 2,
    failed: [failed],
    hasMore: true,
    readAt: 4,
  })
})
