import type { EndpointInput, EndpointOutput } from '#shared/api/endpoints.ts'
import { logRetentionDays, maxLogPageSize } from '#shared/api/service-limits.ts'
import { dayMs, minuteMs, secondMs } from '#shared/durations.ts'
import { executionLogFilterSchema } from '#shared/ipc/api-logs.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { floorToSecond, storeLogPage } from '#main/api-logs/execution-log-store.ts'
import { parseLogEntry, type StoredLogEntry } from '#main/api-logs/parse-log-entry-and-count-equal-entries.ts'
import type { Database } from '#main/store/database.ts'
import {
  addCompleteLogSpan,
  queryCompleteLogSpansOfPresentSecret,
  storeLogArchiveReadTimeAndClockLead,
} from '#main/api-logs/log-archive-state-store.ts'
import { rememberPresentSecret } from '#main/api-logs/separate-logs-of-replaced-secrets.ts'
import { findMissingSpans, type TimeSpan } from '#main/api-logs/add-subtract-and-intersect-time-spans.ts'

export interface LogPageResponse {
  data: EndpointOutput<'account.logs'>
  readAt: number
  /** The service's clock; null if the response does not state it. */
  serverAt: number | null
}

export interface FetchMissingLogEntriesDeps {
  database: Database
  /** Reads one page of the key's log. Throws the errors of the call. */
  readPage: (input: EndpointInput<'account.logs'>) => Promise<LogPageResponse>
  /** Asked before each page. False ends the reading; a later one continues. */
  mayContinue: () => boolean
  /** Called when a page with entries was stored. */
  onStored: () => void
}

/** A part of the log to read, from its end to its start. Null: open. */
interface Window {
  from: number | null
  to: number | null
}

/**
 * An entry may appear after newer ones: the service may date it by the start of a request and write it at the end. The
 * last two minutes therefore do not count as read, so that the next reading reads them again.
 */
export const lateLogEntryMarginMs = 2 * minuteMs
/** Assumed difference of the clocks, in milliseconds, if the response does not state the time of the service. */
const unknownClockMs = 5 * minuteMs

/**
 * Reads what is missing of a key's log: first the entries since the last reading, then the gaps, the newest first. Each
 * page is stored together with the time that it covers, so that an interrupted reading loses nothing. Returns true if
 * nothing that the service keeps is missing any more. Throws the errors of the calls (API description, section "Common
 * endpoints").
 */
export async function fetchMissingLogEntries(
  deps: FetchMissingLogEntriesDeps,
  key: { accountId: string; keyId: string },
): Promise<boolean> {
  const { database, mayContinue } = deps
  const newestStored = queryCompleteLogSpansOfPresentSecret(database, key.keyId).at(-1)?.to ?? null
  const newest = await fetchWindow(deps, key, { from: newestStored, to: null })
  if (newest === null || !newest.isComplete) return false
  let latest = newest.serviceNow.latest
  for (;;) {
    // The gaps are computed for the service time of the newest page. The service continually deletes its oldest
    // entries, and deleted entries must not be requested.
    const gap = findFetchableLogGaps(queryCompleteLogSpansOfPresentSecret(database, key.keyId), latest).at(-1)
    if (!gap) return true
    if (!mayContinue()) return false
    const filled = await fetchWindow(deps, key, gap)
    if (!filled?.isComplete) return false
    latest = Math.max(latest, filled.serviceNow.latest)
  }
}

/** Returns the time before which the service keeps no entries. `now`: by the service's clock. */
export function getLogRetentionStart(now: number): number {
  return floorToSecond(now - logRetentionDays * dayMs) + secondMs
}

/** Returns what is missing before the newest stored span and can still be read, the oldest first. */
export function findFetchableLogGaps(spans: readonly TimeSpan[], now: number): TimeSpan[] {
  return findMissingSpans(spans, { from: getLogRetentionStart(now), to: spans.at(-1)?.to ?? -Infinity })
}

/** Returns null if not even the first page was read. */
async function fetchWindow(
  { database, readPage, mayContinue, onStored }: FetchMissingLogEntriesDeps,
  { accountId, keyId }: { accountId: string; keyId: string },
  { from, to }: Window,
): Promise<{ isComplete: boolean; serviceNow: ServiceTime } | null> {
  const filter = executionLogFilterSchema.parse({ from, to: to === null ? null : to - secondMs })
  let cursor: string | null = null
  let boundaryEntries: StoredLogEntry[] = []
  /** The end of the time that this reading covers. */
  let coveredTo = to
  let serviceNow: ServiceTime | null = null
  const isPresentSecret = rememberPresentSecret(database, keyId)
  for (;;) {
    if (!mayContinue()) return serviceNow && { isComplete: false, serviceNow }
    const response = await readPage({
      limit: maxLogPageSize,
      ...(filter.from !== null && { from: formatJapanTime(filter.from) }),
      ...(filter.to !== null && { to: formatJapanTime(filter.to) }),
      ...(cursor !== null && { cursor }),
    })
    if (!isPresentSecret()) return serviceNow && { isComplete: false, serviceNow }
    const { data, readAt, serverAt } = response
    const isFirst = serviceNow === null
    serviceNow = parseServiceTimeOfResponse(response)
    const entries = data.logs.map(parseLogEntry).filter((entry) => entry !== null)
    const last = entries.at(-1)
    coveredTo ??= floorToSecond(serviceNow.earliest) - lateLogEntryMarginMs
    const start = Math.max(from ?? -Infinity, getLogRetentionStart(serviceNow.latest))
    // The page's end may cut its last second in two.
    const coveredFrom = !data.has_more ? start : last ? Math.max(start, last.at + secondMs) : coveredTo
    const span = { from: coveredFrom, to: coveredTo }
    const page = { entries, boundaryEntries, hasMore: data.has_more }
    boundaryEntries = database.transaction(() => {
      const nextBoundary = storeLogPage(database, { accountId, keyId }, filter, page)
      addCompleteLogSpan(database, keyId, span)
      if (isFirst && to === null)
        storeLogArchiveReadTimeAndClockLead(database, keyId, readAt, serverAt === null ? 0 : serverAt - readAt)
      return last ? nextBoundary : boundaryEntries
    })
    if (last) onStored()
    if (!data.has_more) return { isComplete: true, serviceNow }
    // A service that repeats a cursor would be asked forever.
    if (data.next_cursor === null || data.next_cursor === cursor) return { isComplete: false, serviceNow }
    cursor = data.next_cursor
  }
}

/** The bounds of the current time by the service's clock. */
interface ServiceTime {
  earliest: number
  latest: number
}

function parseServiceTimeOfResponse({ readAt, serverAt }: LogPageResponse): ServiceTime {
  return serverAt === null
    ? { earliest: readAt - unknownClockMs, latest: readAt + unknownClockMs }
    : { earliest: serverAt, latest: serverAt }
}
