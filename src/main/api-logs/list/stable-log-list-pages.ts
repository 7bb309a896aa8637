import type { StableListPage } from '#shared/ipc/common-schemas.ts'
import type {
  StoredExecutionLogEntry,
  KeyLogCoverage,
  ExecutionLogGapRow,
  ExecutionLogListFilter,
  ExecutionLogEntryOrGap,
} from '#shared/ipc/api-logs.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { splitIntoChunks, yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { filterAndMergeLogGaps } from './filter-and-merge-log-gaps.ts'
import type { LogQueriesForQueryThread } from './log-queries-for-query-thread.ts'
import type { LogPosition } from './divide-log-query-into-slices.ts'

export interface LogListQuery {
  filter: ExecutionLogListFilter
  offset: number
  limit: number
  /** The list of an earlier page. */
  listId: number | null
}

export interface LogListPage extends StableListPage<ExecutionLogEntryOrGap> {
  entries: number
  isComplete: boolean
}

export interface StableLogListPages {
  page(query: LogListQuery): Promise<LogListPage>
  /** The entries of the filter in chunks, the newest first. `onTotal`: how many they are. */
  chunks(filter: ExecutionLogListFilter, onTotal: (entries: number) => void): AsyncGenerator<StoredExecutionLogEntry[]>
  /** Call it after stored entries changed. Later lists are made anew. */
  invalidate(): void
  close(): void
}

export interface StableLogListPagesDeps {
  database: Database
  queries: Pick<LogQueriesForQueryThread, 'logSliceIds'>
  listKeyLogCoverages: (accountIds: readonly string[] | null) => KeyLogCoverage[]
  emit: EmitEvent
}

/** The result of a query: row IDs of entries, and for each gap a negative number. */
interface LogList {
  id: number
  queryKey: string
  version: number
  rowIds: number[]
  gaps: ExecutionLogGapRow[]
  entries: number
  isComplete: boolean
  isDropped: boolean
  /** Number of exports that read the list. It is not dropped before they end. */
  exports: number
  /** Resolves when the list is complete, or when it is dropped. Rejects if it cannot be made. */
  made: Promise<void>
  /** Resolves when the list has new rows, is complete, or was dropped. */
  grown: PromiseWithResolvers<void>
}

/**
 * Number of lists kept besides those that are exported: a list of a million entries takes 8 MB, and a table reads the
 * last pages of a list while it gets a new one.
 */
const maxKept = 3
/** Rows per chunk. Reading and formatting one chunk takes much less than 16 ms. */
const rowsPerChunk = 100

/**
 * Keeps the last lists as row IDs (ADR 30). A list is made slice by slice, and its first pages are there before it is
 * complete.
 */
export function createStableLogListPages({
  database,
  queries,
  listKeyLogCoverages,
  emit,
}: StableLogListPagesDeps): StableLogListPages {
  const lists = new Map<number, LogList>()
  let lastId = 0
  let version = 0

  function find(listId: number | null, queryKey: string): LogList | undefined {
    if (listId !== null) {
      const list = lists.get(listId)
      return list?.queryKey === queryKey ? list : undefined
    }
    return [...lists.values()].find((list) => list.queryKey === queryKey && list.version === version)
  }

  function getOrMake(filter: ExecutionLogListFilter, listId: number | null): LogList {
    const queryKey = JSON.stringify(filter)
    const list = find(listId, queryKey) ?? make(filter, queryKey)
    lists.delete(list.id)
    lists.set(list.id, list)
    const notExported = [...lists.values()].filter(({ exports }) => exports === 0)
    notExported.slice(0, -maxKept).forEach(drop)
    return list
  }

  function drop(list: LogList): void {
    lists.delete(list.id)
    list.isDropped = true
  }

  function make(filter: ExecutionLogListFilter, queryKey: string): LogList {
    const list: LogList = {
      id: (lastId += 1),
      queryKey,
      version,
      rowIds: [],
      gaps: filterAndMergeLogGaps(listKeyLogCoverages(filter.accountIds), filter),
      entries: 0,
      isComplete: false,
      isDropped: false,
      exports: 0,
      made: Promise.resolve(),
      grown: Promise.withResolvers(),
    }
    list.made = fill(list, filter).finally(() => list.grown.resolve())
    // Whoever waits for the list gets the error.
    list.made.catch(() => drop(list))
    return list
  }

  async function fill(list: LogList, filter: ExecutionLogListFilter): Promise<void> {
    const { gaps, rowIds } = list
    let nextGap = 0
    let slices = 0
    const addGapsUntil = (isPassed: (gap: ExecutionLogGapRow) => boolean): void => {
      for (; nextGap < gaps.length && isPassed(gaps[nextGap] as ExecutionLogGapRow); nextGap += 1)
        rowIds.push(-1 - nextGap)
    }
    const splitAt = gaps.map(({ to }) => to)
    let before: LogPosition | null = null
    do {
      const found: Awaited<ReturnType<LogQueriesForQueryThread['logSliceIds']>> = await queries.logSliceIds(
        filter,
        before,
        splitAt,
      )
      if (list.isDropped) return
      for (const { ids, newestAt, endsAt } of found.slices) {
        addGapsUntil(({ to }) => to > newestAt)
        rowIds.push(...ids)
        list.entries += ids.length
        addGapsUntil(({ to }) => to >= endsAt)
      }
      before = found.next
      slices += 1
      list.grown.resolve()
      list.grown = Promise.withResolvers()
    } while (before !== null)
    addGapsUntil(() => true)
    list.isComplete = true
    if (slices > 1) emit('logs.listComplete', { listId: list.id })
  }

  async function waitForRows(list: LogList, rows: number): Promise<void> {
    while (!list.isComplete && !list.isDropped && list.rowIds.length < rows)
      await Promise.race([list.grown.promise, list.made])
  }

  function rowsOf(list: LogList, rowIds: readonly number[]): ExecutionLogEntryOrGap[] {
    const entries = queryLogRows(
      database,
      rowIds.filter((id) => id >= 0),
    )
    return rowIds.flatMap((id): ExecutionLogEntryOrGap[] => {
      if (id < 0) return [{ entry: null, gap: list.gaps[-1 - id] as ExecutionLogGapRow }]
      const entry = entries.get(id)
      return entry ? [{ entry, gap: null }] : []
    })
  }

  return {
    async page({ filter, offset, limit, listId }) {
      const list = getOrMake(filter, listId)
      await waitForRows(list, offset + limit)
      const { rowIds, entries, isComplete, id } = list
      return {
        rows: rowsOf(list, rowIds.slice(offset, offset + limit)),
        total: rowIds.length,
        entries,
        isComplete,
        offset,
        listId: id,
      }
    },
    async *chunks(filter, onTotal) {
      const list = getOrMake(filter, null)
      list.exports += 1
      try {
        await list.made
        onTotal(list.entries)
        for (const part of splitIntoChunks(list.rowIds, rowsPerChunk)) {
          await yieldToEventLoop()
          const chunk = part.filter((id) => id >= 0)
          const rows = queryLogRows(database, chunk)
          yield chunk.flatMap((id) => rows.get(id) ?? [])
        }
      } finally {
        list.exports -= 1
      }
    },
    invalidate: () => void (version += 1),
    close: () => [...lists.values()].forEach(drop),
  }
}

/** Returns the stored entries with these row IDs. */
function queryLogRows(database: Database, ids: readonly number[]): Map<number, StoredExecutionLogEntry> {
  const rows = database.all<
    Omit<StoredExecutionLogEntry, 'isDryRun' | 'isAddressKnown'> & { isDryRun: number; isAddressKnown: number }
  >(
    `select e.rowid as id, account_id as accountId, key_id as keyId, at, method, e.path, status_code as statusCode,
       response_time_ms as responseTimeMs, ip_address as ipAddress,
       is_dry_run and not is_sender_uncertain as isDryRun,
       case when is_sender_uncertain then 'ownOrOther' when own_request_id is null then 'other' else 'own' end as sender,
       ip_address is null or exists (select 1 from log_address a where a.address = ip_address and (is_marked or is_of_app)) as isAddressKnown
     from json_each(?) wanted join log_entry e on e.rowid = wanted.value`,
    JSON.stringify(ids),
  )
  return new Map(
    rows.map((row) => [row.id, { ...row, isDryRun: row.isDryRun === 1, isAddressKnown: row.isAddressKnown === 1 }]),
  )
}
