import type { EndpointInput, EndpointOutput } from '#shared/api/catalog.ts'
import { minuteMs } from '#shared/api/limits.ts'
import { AppError, toWireError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { LogFilter, LogReach, LogReading, LogRow, RequestRow } from '#shared/ipc/logs.ts'
import type { PageOf } from '#shared/ipc/scalars.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import type { ApiClient } from '../api/types.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Database } from '../store/database.ts'
import { toStored, type StoredEntry } from './entries.ts'
import { logReadings, noteReading, pageOfLogs, pageOfRequests, storePage, type RequestQuery } from './log-store.ts'

export interface Logs {
  page(filter: LogFilter, offset: number, limit: number): PageOf<LogRow>
  /** One page per key from the service into the store: the newest, or with `reaches` the next older. A failing key says so in its reach. */
  fetch(filter: LogFilter, reaches: readonly LogReach[] | null, limit: number): Promise<LogReach[]>
  /** When each key's newest was last read, of keys of which every POST that the service keeps was read. */
  readings(): LogReading[]
  requests(query: RequestQuery): PageOf<RequestRow>
}

/** What pages before a cursor showed of the second in which they ended, and when the first of them was read. */
interface Begun {
  entries: StoredEntry[]
  readAt: number
}

export interface LogsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  accounts: { keys(accountId: string): Key[] }
  database: Database
  emit: Emit
}

const secondMs = 1000
/** The service notes entries by its own clock, and may note the start of a request or its end. */
const clockToleranceMs = 5 * minuteMs
/** What pages showed of the second in which they ended is kept for so many cursors. */
const cursorsKept = 500

export function createLogs({ api, accounts, database, emit }: LogsDeps): Logs {
  const begunAt = new Map<string, Begun>()

  const nameOf = (keyId: string, filter: LogFilter, cursor: string): string => JSON.stringify([keyId, inputOf(filter), cursor])

  function keep(name: string, begun: Begun): void {
    begunAt.set(name, begun)
    const [oldest] = begunAt.keys()
    if (begunAt.size > cursorsKept && oldest !== undefined) begunAt.delete(oldest)
  }

  function firstReaches({ accountIds, keyIds }: LogFilter): LogReach[] {
    return database
      .all<{ id: string }>('select id from account where is_paused = 0 order by label collate nocase, id')
      .filter(({ id }) => accountIds === null || accountIds.includes(id))
      .flatMap(({ id }) => accounts.keys(id))
      .filter(({ id }) => keyIds === null || keyIds.includes(id))
      .map(({ id, accountId }) => ({ accountId, keyId: id, cursor: null, hasMore: true, completeFrom: null, readAt: null, error: null }))
  }

  async function read(filter: LogFilter, reach: LogReach, limit: number): Promise<LogReach> {
    const { accountId, keyId, cursor } = reach
    try {
      const { keys, refusals } = api.usableKeys(accountId, 'account.logs', {})
      if (!keys.some(({ id }) => id === keyId)) {
        throw new AppError('no_key', 'This key cannot be used', { details: { keyId, reasons: refusals.filter((refusal) => refusal.keyId === keyId) } })
      }
      const input = { ...inputOf(filter), limit, ...(cursor !== null && { cursor }) }
      const { data, readAt } = await api.call({ accountId, endpoint: 'account.logs', input, keyId, priority: 'interactive' })
      return store(filter, reach, data, readAt)
    } catch (error) {
      return { ...reach, error: toWireError(error) }
    }
  }

  function store(filter: LogFilter, reach: LogReach, data: EndpointOutput<'account.logs'>, readAt: number): LogReach {
    const { accountId, keyId } = reach
    const entries = data.logs.map(toStored).filter((entry) => entry !== null)
    const hasMore = data.has_more && data.next_cursor !== null
    const before = reach.cursor === null ? { entries: [], readAt } : begunAt.get(nameOf(keyId, filter, reach.cursor))
    const begun = before?.entries ?? []
    const ending = storePage(database, { accountId, keyId }, filter, { entries, begun, hasMore })
    const last = entries.at(-1)?.at
    // Only of what is stored: a page that could not be must not make the log seem read.
    if (before && holdsPosts(filter) && (!hasMore || reachesReading(keyId, last))) noteReading(database, keyId, before.readAt)
    if (hasMore && before) keep(nameOf(keyId, filter, data.next_cursor as string), { entries: entries.length > 0 ? ending : begun, readAt: before.readAt })
    // The second in which a page ends may be cut by its end.
    const from = last === undefined ? reach.completeFrom : hasMore ? last + secondMs : last
    return { accountId, keyId, cursor: data.next_cursor, hasMore, completeFrom: from, readAt: reach.cursor === null ? readAt : reach.readAt, error: null }
  }

  /** Everything older than an entry from before the last noted reading was read then. */
  function reachesReading(keyId: string, oldestAt: number | undefined): boolean {
    const noted = logReadings(database).find((reading) => reading.keyId === keyId)
    return oldestAt !== undefined && noted !== undefined && oldestAt < noted.readAt - clockToleranceMs
  }

  return {
    page: (filter, offset, limit) => pageOfLogs(database, filter, offset, limit),
    async fetch(filter, reaches, limit) {
      const asked = reaches ?? firstReaches(filter)
      const answers = await Promise.all(asked.map((reach) => (reach.hasMore ? read(filter, reach, limit) : reach)))
      emit('logs.changed', {})
      return answers
    },
    readings: () => logReadings(database),
    requests: (query) => pageOfRequests(database, query),
  }
}

function holdsPosts({ from, to, statusClass, statusCode, method }: LogFilter): boolean {
  return from === null && to === null && statusClass === null && statusCode === null && (method === null || method === 'POST')
}

/** Times as the service takes them: whole seconds, Japan time. */
function inputOf({ from, to, statusClass, statusCode, method }: LogFilter): EndpointInput<'account.logs'> {
  return {
    ...(from !== null && { from: formatJapanTime(from) }),
    ...(to !== null && { to: formatJapanTime(to) }),
    ...(statusClass !== null && { status_class: statusClass }),
    ...(statusCode !== null && { status_code: statusCode }),
    ...(method !== null && { method }),
  }
}
