import type { ExecutionLogListFilter } from '#shared/ipc/api-logs.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { floorToSecond, type LogWhereClause } from '#main/api-logs/execution-log-store.ts'
import type { Database } from '#main/store/database.ts'
import { buildLogListWhereClause } from './build-log-list-where-clause.ts'

/** A place in the log: entries are ordered by time, then by row ID. */
export interface LogPosition {
  at: number
  id: number
}

/** A part of the log. `sql` with `params` selects the entries of this part that match the filter. */
export interface LogSliceCondition extends LogWhereClause {
  /** The slice has no entry that is newer than this time. */
  newestAt: number
  /** All entries of later slices are older than this time. */
  endsAt: number
}

/** Entries per slice, matching or not. */
const entriesPerSlice = 5000
const lastPosition: LogPosition = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

/**
 * Returns the next slices from `before` on, the newest first. `next`: the position from which the following slices
 * begin; null at the end of the log.
 */
function findNextSlices(
  database: Database,
  filter: ExecutionLogListFilter,
  before: LogPosition | null,
  splitAt: readonly number[],
): { slices: LogSliceCondition[]; next: LogPosition | null } {
  const { sql, params } = buildLogListWhereClause(filter)
  const prefix = sql === '' ? 'where' : `${sql} and`
  const oldest = filter.from === null ? -1 : floorToSecond(filter.from)
  const from = before ?? newestPosition(filter)
  // The entries of one domain or server are few, and have an index of their own.
  const bound = filter.target === null ? findBound(database, from) : null
  const next = bound !== null && bound.at >= oldest ? bound : null
  const slices = splitSlice(from, next ?? { at: oldest, id: 0 }, splitAt).map((part) => ({
    newestAt: part.from.at,
    // The next slice may have entries with the time `part.to.at`, so the end is 1 ms later.
    endsAt: part.to.id === 0 ? part.to.at : part.to.at + 1,
    sql: `${prefix} at <= ? and (at < ? or rowid < ?) and at >= ? and (at > ? or rowid >= ?)`,
    params: [...params, part.from.at, part.from.at, part.from.id, part.to.at, part.to.at, part.to.id],
  }))
  return { slices, next }
}

/**
 * Divides the log into slices, the newest first, and yields to the event loop between them, because a scan of a million
 * entries takes long, and other queries wait meanwhile.
 */
export async function* iterateLogSliceConditions(
  database: Database,
  filter: ExecutionLogListFilter,
): AsyncGenerator<LogSliceCondition> {
  let before: LogPosition | null = null
  do {
    if (before !== null) await yieldToEventLoop()
    const found: ReturnType<typeof findNextSlices> = findNextSlices(database, filter, before, [])
    yield* found.slices
    before = found.next
  } while (before !== null)
}

/** The row IDs of the entries of one slice, the newest first. */
export interface LogSliceEntryIds extends Pick<LogSliceCondition, 'newestAt' | 'endsAt'> {
  ids: number[]
}

/**
 * Returns the entry IDs of the next slices from `before` on (null: from the newest entry). `next`: the position from
 * which the following slices begin; null at the end of the log. `splitAt`: times at which slices end, so that no slice
 * has entries on both sides; the newest first.
 */
export function queryLogSliceEntryIds(
  database: Database,
  filter: ExecutionLogListFilter,
  before: LogPosition | null,
  splitAt: readonly number[],
): { slices: LogSliceEntryIds[]; next: LogPosition | null } {
  const { slices, next } = findNextSlices(database, filter, before, splitAt)
  return {
    slices: slices.map(({ sql, params, newestAt, endsAt }) => {
      const row = database.get<{ ids: string }>(
        `select json_group_array(id) as ids from (select rowid as id from log_entry ${sql} order by at desc, rowid desc)`,
        ...params,
      )
      return { newestAt, endsAt, ids: JSON.parse(row?.ids ?? '[]') as number[] }
    }),
    next,
  }
}

function newestPosition({ to }: ExecutionLogListFilter): LogPosition {
  return to === null ? lastPosition : { at: floorToSecond(to), id: Number.MAX_SAFE_INTEGER }
}

/** Returns the position of the last entry of the next slice; null if the rest of the log is shorter than a slice. */
function findBound(database: Database, before: LogPosition): LogPosition | null {
  return (
    database.get<LogPosition>(
      `select at, rowid as id from log_entry where at <= ? and (at < ? or rowid < ?)
       order by at desc, rowid desc limit 1 offset ${entriesPerSlice - 1}`,
      before.at,
      before.at,
      before.id,
    ) ?? null
  )
}

function splitSlice(
  from: LogPosition,
  to: LogPosition,
  splitAt: readonly number[],
): { from: LogPosition; to: LogPosition }[] {
  const bounds = splitAt.filter((at) => at > to.at && at <= from.at).map((at) => ({ at, id: 0 }))
  return [...bounds, to].map((end, index) => ({ from: bounds[index - 1] ?? from, to: end }))
}
