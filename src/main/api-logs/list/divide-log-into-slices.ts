import type { LogListFilter } from '#shared/ipc/api-logs.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { floorToSecond, type LogConditions } from '#main/api-logs/execution-log-store.ts'
import type { Database } from '#main/store/database.ts'
import { buildLogListConditions } from './log-list-conditions.ts'

/** A place in the log: entries are ordered by time, then by row ID. */
interface Position {
  at: number
  id: number
}

/** A part of the log. `sql` with `params` matches the entries of the filter in it. */
export interface LogSlice extends LogConditions {
  /** No entry of the slice is newer. */
  newestAt: number
  /** No entry of this time, or of a later one, follows. */
  endsAt: number
}

/** Entries that are scanned at once, whether they match or not: this takes less than a frame. */
const entriesPerSlice = 1500
const lastPosition: Position = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

/**
 * Divides the log into slices, the newest first, and yields to the event loop between them, because a scan of a million entries takes
 * longer than a frame. `splitAt`: times at which slices end, so that no slice has entries on both sides; the newest first.
 */
export async function* divideLogIntoSlices(
  database: Database,
  filter: LogListFilter,
  splitAt: readonly number[] = [],
): AsyncGenerator<LogSlice> {
  const { sql, params } = buildLogListConditions(filter)
  const prefix = sql === '' ? 'where' : `${sql} and`
  const oldest = filter.from === null ? -1 : floorToSecond(filter.from)
  let before = filter.to === null ? lastPosition : { at: floorToSecond(filter.to), id: Number.MAX_SAFE_INTEGER }
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst) await yieldToEventLoop()
    // The entries of one domain or server are few, and have an index of their own.
    const bound = filter.target === null ? findBound(database, before) : null
    const end = bound !== null && bound.at >= oldest ? bound : null
    for (const part of splitSlice(before, end ?? { at: oldest, id: 0 }, splitAt)) {
      yield {
        newestAt: part.from.at,
        // A slice may end inside a second.
        endsAt: part.to.id === 0 ? part.to.at : part.to.at + 1,
        sql: `${prefix} at <= ? and (at < ? or rowid < ?) and at >= ? and (at > ? or rowid >= ?)`,
        params: [...params, part.from.at, part.from.at, part.from.id, part.to.at, part.to.at, part.to.id],
      }
    }
    if (end === null) return
    before = end
  }
}

/** The position of the last entry of the next slice; null if the rest of the log is shorter. */
function findBound(database: Database, before: Position): Position | null {
  return (
    database.get<Position>(
      `select at, rowid as id from log_entry where at <= ? and (at < ? or rowid < ?)
       order by at desc, rowid desc limit 1 offset ${entriesPerSlice - 1}`,
      before.at,
      before.at,
      before.id,
    ) ?? null
  )
}

function splitSlice(from: Position, to: Position, splitAt: readonly number[]): { from: Position; to: Position }[] {
  const bounds = splitAt.filter((at) => at > to.at && at <= from.at).map((at) => ({ at, id: 0 }))
  return [...bounds, to].map((end, index) => ({ from: bounds[index - 1] ?? from, to: end }))
}
