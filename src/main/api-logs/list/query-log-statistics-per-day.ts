import { dayMs, hourMs } from '#shared/durations.ts'
import type { ExecutionLogDayStatistics, ExecutionLogListFilter } from '#shared/ipc/api-logs.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { iterateLogSliceConditions } from './divide-log-query-into-slices.ts'

interface DayRow {
  day: number
  calls: number
  errors: number
  times: string
}

const japanOffsetMs = 9 * hourMs

/**
 * Returns for each day in Japan how many entries match the filter, how many are errors, and their response times. The
 * oldest day comes first.
 */
export async function queryLogStatisticsPerDay(
  database: Database,
  filter: ExecutionLogListFilter,
): Promise<ExecutionLogDayStatistics[]> {
  const days = new Map<number, { calls: number; errors: number; times: number[] }>()
  for await (const { sql, params } of iterateLogSliceConditions(database, filter)) {
    const rows = database.all<DayRow>(
      `select (at + ${japanOffsetMs}) / ${dayMs} as day, count(*) as calls, sum(status_code >= 400) as errors,
         json_group_array(response_time_ms) filter (where response_time_ms is not null) as times
       from log_entry ${sql} group by 1`,
      ...params,
    )
    for (const row of rows) {
      const day = days.get(row.day) ?? { calls: 0, errors: 0, times: [] }
      days.set(row.day, day)
      day.calls += row.calls
      day.errors += row.errors
      day.times.push(...(JSON.parse(row.times) as number[]))
    }
  }
  const counted: ExecutionLogDayStatistics[] = []
  for (const [day, { calls, errors, times }] of [...days].sort(([one], [other]) => one - other)) {
    const sorted = Float64Array.from(times).sort()
    counted.push({
      date: formatJapanDate(day * dayMs - japanOffsetMs),
      calls,
      errors,
      medianMs: quantile(sorted, 0.5),
      p95Ms: quantile(sorted, 0.95),
    })
    await yieldToEventLoop()
  }
  return counted
}

/**
 * Returns the smallest value v such that at least `share` of all values are ≤ v; null without values. `share`: above 0,
 * at most 1.
 */
function quantile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null
}
