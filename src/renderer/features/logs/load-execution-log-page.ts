import type { LogFilter, ExecutionLogRow } from '#shared/ipc/logs.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'

/** A log entry, or (`entry` null) the gap marker. The key contains the position, because log entries have no id. */
export type ExecutionLogLine = { key: string; entry: ExecutionLogRow | null }

/** A page of stored entries, newest first. */
export type LoadLogEntries = (filter: LogFilter, offset: number, limit: number) => Promise<PageOf<ExecutionLogRow>>

/**
 * Loads a page of entries, and the number of entries. The gap marker is a row: older entries of some keys may be
 * missing below the marker. The marker is left out if no older entry is stored.
 */
export async function loadExecutionLogPage(
  load: LoadLogEntries,
  filter: LogFilter,
  logIncompleteBefore: number | null,
  offset: number,
  limit: number,
): Promise<{ page: PageOf<ExecutionLogLine>; entries: number }> {
  const markerIndex = await countEntriesSince(load, filter, logIncompleteBefore)
  const isBelowMarker = markerIndex !== null && offset > markerIndex
  const page = await load(filter, isBelowMarker ? offset - 1 : offset, limit)
  const lines: ExecutionLogLine[] = page.rows.map((entry, index) => ({ key: String(page.offset + index), entry }))
  if (markerIndex === null || markerIndex >= page.total)
    return { page: { rows: lines, total: page.total, offset }, entries: page.total }
  if (!isBelowMarker && markerIndex < offset + limit)
    lines.splice(markerIndex - offset, 0, { key: 'gap-marker', entry: null })
  return { page: { rows: lines.slice(0, limit), total: page.total + 1, offset }, entries: page.total }
}

/** The position of the gap marker: the number of entries above it. Null when nothing is missing. */
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
