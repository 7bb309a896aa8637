import type { EndpointInput, EndpointOutput } from '#shared/api/endpoints.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ExecutionLogFilter, ExecutionLogFetchState, LastCompleteReadOfPostEntries } from '#shared/ipc/api-logs.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { markEntriesOfReplacedSecrets, rememberPresentSecret } from './separate-logs-of-replaced-secrets.ts'
import type { Database } from '#main/store/database.ts'
import { parseLogEntry, type StoredLogEntry } from './parse-log-entry-and-count-equal-entries.ts'
import {
  queryCompleteReadTimesOfPostEntries,
  storeCompleteReadTimeOfPostEntries,
  storeLogPage,
} from './execution-log-store.ts'

export interface LogPageFetcher {
  /**
   * Fetches one page per key and stores it. `fetchStates` null: the newest page of each key; otherwise the next older
   * page. A key that fails keeps its entry in the result, with `error` set.
   */
  fetch(
    filter: ExecutionLogFilter,
    fetchStates: readonly ExecutionLogFetchState[] | null,
    limit: number,
  ): Promise<ExecutionLogFetchState[]>
  /**
   * Returns, for each key, when all its POST entries that the service keeps were last read without a gap. A key without
   * such a reading is missing.
   */
  lastCompleteReadsOfPostEntries(): LastCompleteReadOfPostEntries[]
}

/**
 * `entries`: those of the last second before a cursor; the next page may begin in the same second. `readAt`: when the
 * first page of the series was read.
 */
interface PageBoundary {
  entries: StoredLogEntry[]
  readAt: number
}

export interface LogPageFetcherDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  accounts: { keys(accountId: string): Key[] }
  database: Database
  emit: EmitEvent
}

/**
 * Tolerance of log times, in milliseconds: the service dates entries by its own clock, and may date the start of a
 * request or its end.
 */
const clockToleranceMs = 5 * minuteMs
/** Maximum number of cursors whose page boundary is remembered. */
const maxCursorsKept = 500

export function createLogPageFetcher({ api, accounts, database, emit }: LogPageFetcherDeps): LogPageFetcher {
  const boundaryByCursor = new Map<string, PageBoundary>()

  const cursorKey = (keyId: string, filter: ExecutionLogFilter, cursor: string): string =>
    JSON.stringify([keyId, toLogsInput(filter), cursor])

  function rememberBoundary(name: string, boundary: PageBoundary): void {
    boundaryByCursor.set(name, boundary)
    const [oldest] = boundaryByCursor.keys()
    if (boundaryByCursor.size > maxCursorsKept && oldest !== undefined) boundaryByCursor.delete(oldest)
  }

  function createFetchStates({ accountIds, keyIds }: ExecutionLogFilter): ExecutionLogFetchState[] {
    return database
      .all<{ id: string }>('select id from account where is_paused = 0 order by label collate nocase, id')
      .filter(({ id }) => accountIds === null || accountIds.includes(id))
      .flatMap(({ id }) => accounts.keys(id))
      .filter(({ id }) => keyIds === null || keyIds.includes(id))
      .map(({ id, accountId }) => ({
        accountId,
        keyId: id,
        cursor: null,
        hasMore: true,
        completeFrom: null,
        readAt: null,
        error: null,
      }))
  }

  async function fetchLogPage(
    filter: ExecutionLogFilter,
    fetchState: ExecutionLogFetchState,
    limit: number,
  ): Promise<ExecutionLogFetchState> {
    const { accountId, keyId, cursor } = fetchState
    try {
      const { keys, unusableKeys } = api.usableKeys(accountId, 'account.logs', {})
      if (!keys.some(({ id }) => id === keyId)) {
        throw new AppError('no_key', 'This key cannot be used', {
          details: { keyId, reasons: unusableKeys.filter((refusal) => refusal.keyId === keyId) },
        })
      }
      await markEntriesOfReplacedSecrets(database, keyId)
      const isPresentSecret = rememberPresentSecret(database, keyId)
      const input = { ...toLogsInput(filter), limit, ...(cursor !== null && { cursor }) }
      const { data, readAt } = await api.call({
        accountId,
        endpoint: 'account.logs',
        input,
        keyId,
        priority: 'interactive',
      })
      if (!isPresentSecret())
        throw new AppError('conflict', 'The API key was replaced or removed while its log was read', {
          details: { reason: 'key_of_log_changed' },
        })
      return storeFetchedPage(filter, fetchState, data, readAt)
    } catch (error) {
      return { ...fetchState, error: toWireError(error) }
    }
  }

  function storeFetchedPage(
    filter: ExecutionLogFilter,
    fetchState: ExecutionLogFetchState,
    data: EndpointOutput<'account.logs'>,
    readAt: number,
  ): ExecutionLogFetchState {
    const { accountId, keyId } = fetchState
    const entries = data.logs.map(parseLogEntry).filter((entry) => entry !== null)
    const hasMore = data.has_more && data.next_cursor !== null
    const before =
      fetchState.cursor === null
        ? { entries: [], readAt }
        : boundaryByCursor.get(cursorKey(keyId, filter, fetchState.cursor))
    const boundary = before?.entries ?? []
    const ending = storeLogPage(database, { accountId, keyId }, filter, { entries, boundaryEntries: boundary, hasMore })
    const last = entries.at(-1)?.at
    // Recorded after the page is stored, so that a page that could not be stored does not count as read.
    if (before && includesAllPosts(filter) && (!hasMore || overlapsLastReading(keyId, last)))
      storeCompleteReadTimeOfPostEntries(database, keyId, before.readAt)
    if (hasMore && before)
      rememberBoundary(cursorKey(keyId, filter, data.next_cursor as string), {
        entries: entries.length > 0 ? ending : boundary,
        readAt: before.readAt,
      })
    // The page's end may cut the last second in two, so only the next second is complete.
    const from = last === undefined ? fetchState.completeFrom : hasMore ? last + secondMs : last
    return {
      accountId,
      keyId,
      cursor: data.next_cursor,
      hasMore,
      completeFrom: from,
      readAt: fetchState.cursor === null ? readAt : fetchState.readAt,
      error: null,
    }
  }

  /**
   * Whether the page has an entry older than the last recorded reading minus the clock tolerance. All older entries are
   * stored already.
   */
  function overlapsLastReading(keyId: string, oldestAt: number | undefined): boolean {
    const noted = queryCompleteReadTimesOfPostEntries(database).find((reading) => reading.keyId === keyId)
    return oldestAt !== undefined && noted !== undefined && oldestAt < noted.readAt - clockToleranceMs
  }

  return {
    async fetch(filter, fetchStates, limit) {
      const asked = fetchStates ?? createFetchStates(filter)
      const answers = await Promise.all(
        asked.map((fetchState) => (fetchState.hasMore ? fetchLogPage(filter, fetchState, limit) : fetchState)),
      )
      emit('logs.changed', {})
      return answers
    },
    lastCompleteReadsOfPostEntries: () => queryCompleteReadTimesOfPostEntries(database),
  }
}

function includesAllPosts({ from, to, statusClass, statusCode, method }: ExecutionLogFilter): boolean {
  return (
    from === null &&
    to === null &&
    statusClass === null &&
    statusCode === null &&
    (method === null || method === 'POST')
  )
}

/** Times in the form of the service: Japan time, whole seconds (API description, section "Common endpoints"). */
function toLogsInput({ from, to, statusClass, statusCode, method }: ExecutionLogFilter): EndpointInput<'account.logs'> {
  return {
    ...(from !== null && { from: formatJapanTime(from) }),
    ...(to !== null && { to: formatJapanTime(to) }),
    ...(statusClass !== null && { status_class: statusClass }),
    ...(statusCode !== null && { status_code: statusCode }),
    ...(method !== null && { method }),
  }
}
