import type { LogFilter, LogRow } from '#shared/ipc/logs.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'

/** An entry with its place, because entries have no identity of their own; or the line of the horizon. */
export type ExecutionLogLine = { key: string; entry: LogRow | null }

/** A page of stored entries, newest first. */
export type LoadLogEntries = (filter: LogFilter, offset: number, limit: number) => Promise<PageOf<LogRow>>

/**
 * A page of entries with the line of the horizon in its place, which counts as a row; and how many entries there are.
 * Nothing stored beneath the horizon: no line, it would have nothing to warn of.
 */
export async function loadExecutionLogPage(
  load: LoadLogEntries,
  filter: LogFilter,
  logIncompleteBefore: number | null,
  offset: number,
  limit: number,
): Promise<{ page: PageOf<ExecutionLogLine>; entries: number }> {
  const place = await countEntriesSince(load, filter, logIncompleteBefore)
  const isBelow = place !== null && offset > place
  const page = await load(filter, isBelow ? offset - 1 : offset, limit)
  const lines: ExecutionLogLine[] = page.rows.map((entry, index) => ({ key: String(page.offset + index), entry }))
  if (place === null || place >= page.total)
    return { page: { rows: lines, total: page.total, offset }, entries: page.total }
  if (!isBelow && place < offset + limit) lines.splice(place - offset, 0, { key: 'horizon', entry: null })
  return { page: { rows: lines.slice(0, limit), total: page.total + 1, offset }, entries: page.total }
}

/** How many entries stand above the horizon. */
async function countEntriesSince(
  load: LoadLogEntries,
  filter: LogFilter,
  logIncompleteBefore: number | null,
): Promise<number | null> {
  if (logIncompleteBefore === null) return null
  if (logIncompleteBefore === Number.POSITIVE_INFINITY) return 0
  const from = Math.max(filter.from ?? logIncompleteBefore, logIncompleteBefore)
  if (filter.to !== null && filter.to < from) return 0
  return (await load({ ...filter, from }, 0, 1)).total
}
