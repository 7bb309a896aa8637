import { errorKindsWithUnsentRequest } from '#shared/error-kinds.ts'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { dayMs } from '#shared/durations.ts'
import type { ExecutionLogFilter } from '#shared/ipc/api-logs.ts'
import { defaultAttemptTimeLimitMs } from '#main/api/client.ts'
import { computeServiceClockLeadMs } from '#main/api/compute-service-clock-lead.ts'
import type { EndedRequest } from '#main/api/api-client-interface.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import {
  markEntriesBeforeKeyRemovalAsUncertain,
  markEntriesBeforeRebuildAsUncertain,
} from './mark-log-entries-whose-requests-may-be-lost.ts'
import {
  findLogEntriesWithUncertainPairing,
  findLatestExecutionTime,
  isLogEntryNearRequest,
  logTimeToleranceMs,
  mayLogEntryBelongToRequest,
  pairLogEntriesWithRequests,
  type RequestToPair,
} from './pair-log-entries-with-requests.ts'
import { queryServiceClockLeadMs } from './service-clock-lead-by-date-headers.ts'

interface UnmarkedEntry {
  id: number
  at: number
  method: string
  path: string
  statusCode: number
  ipAddress: string | null
  /** The request with which an earlier run has paired the entry, marked as uncertain; else null. */
  pairedRequestId: number | null
}

interface OwnRequest extends RequestToPair {
  id: number
  isDryRun: number
  method: string
  path: string
  /** An earlier run of `markLogEntriesOfThisApp` has paired it with an entry, which is marked as uncertain. */
  isPaired: boolean
  /** The answer gave the service's time. Otherwise the time of the request in the log may be wrong by some minutes. */
  hasServiceTime: boolean
  /** The same request by the clock of the answers around it, if the time of its own answer differs from theirs. */
  byClockAround: OwnRequest | null
  /** It tried a key before the key was stored, so it names no key, and may have been sent with another one. */
  isKeyTrial: boolean
  /** It has no answer so far. */
  isInFlight: boolean
}

interface RequestRow {
  id: number
  method: string
  path: string
  at: number
  durationMs: number
  status: number | null
  serviceAt: number | null
  isDryRun: number
  isKeyTrial: number
  isInFlight: number
}

type ReadFilter = Pick<ExecutionLogFilter, 'method' | 'statusClass' | 'statusCode'>

const noFilter: ReadFilter = { method: null, statusClass: null, statusCode: null }

/** Longest time between the start of a request and its entry, in milliseconds. */
const maxLogDelayMs = defaultAttemptTimeLimitMs + maxServiceExecutionDelayMs + 2 * logTimeToleranceMs

/**
 * Marks the entries of a key between two times (inclusive, epoch milliseconds of the service) that requests of this app
 * caused. An entry and a request pair by method, path, status and time, one to one; pairs that an earlier run of this
 * function made are kept, except uncertain ones that this reading can decide. A request may be outside of these times,
 * or excluded by `filter`, the filter with which the entries were read. Its own entry may then not be stored yet. A
 * request that tried a key before it was stored may have been sent with another key. So if the answer of such a request
 * gave the service's time, it is paired only with an entry near that time. Requests that were deleted since mark
 * nothing. `filter` null: the entries may have been read before the requests were sent, so only entries near the
 * service's time of an answer are paired, and writes as uncertain. Returns whether a pair was found.
 *
 * Marked as uncertain are:
 * - an entry whose request got no answer, or an error that may come from a proxy: it may not have reached the service.
 *   An entry of a request in flight is marked anew when it ends (`markLogEntryOfEndedRequest`);
 * - an entry that fits its request only by the clock of the answers around it: a proxy may have set the time of its
 *   answer;
 * - other writes that such a request may have caused, because the nearest entry is not always the right one;
 * - entries that could as plausibly belong to the same answered request, if the log has more of them than such
 *   requests: another program got the same status at nearly the same time. Reads only if their addresses differ;
 * - entries from the time before the database was rebuilt, because the requests of that time are lost;
 * - entries from an address of this app that are older than the key's secret in the app and older than the last removal
 *   of a key: the app may have sent them with this secret, before it was removed and added again.
 *
 * `markNewEntriesBeforeStoredRequestsAsUncertain` marks those whose requests were deleted before the log was read.
 */
export function markLogEntriesOfThisApp(
  database: Database,
  keyId: string,
  span: { oldest: number; newest: number },
  filter: ReadFilter | null = noFilter,
): boolean {
  const stored = database.all<UnmarkedEntry>(
    `select rowid as id, at, method, path, status_code as statusCode, ip_address as ipAddress,
       own_request_id as pairedRequestId
     from log_entry where key_id = ? and at between ? and ? and (own_request_id is null or is_sender_uncertain = 1)
     order by at`,
    keyId,
    span.oldest,
    span.newest,
  )
  if (stored.length === 0) return false
  const allRequests = queryRequestsWithoutCertainEntry(database, keyId, span)
  const toPairAnew =
    filter === null ? new Map<number, UnmarkedEntry>() : findPairsToDecideAnew(stored, allRequests, span, filter)
  const entries = stored.filter(({ pairedRequestId }) => pairedRequestId === null || toPairAnew.has(pairedRequestId))
  const requests = Map.groupBy(
    allRequests.map((request) => (toPairAnew.has(request.id) ? { ...request, isPaired: false } : request)),
    methodAndPath,
  )
  const pairs = new Map<UnmarkedEntry, OwnRequest>()
  const uncertainEntries = new Set<UnmarkedEntry>()
  for (const [name, sameEntries] of Map.groupBy(entries, methodAndPath)) {
    const own = (requests.get(name) ?? []).sort((one, other) => one.earliestLogAt - other.earliestLogAt)
    const unpaired = own.filter(({ isPaired }) => !isPaired)
    const mayPair = (entry: UnmarkedEntry, request: OwnRequest): boolean => {
      if (filter === null) return request.hasServiceTime && isLogEntryNearRequest(entry, request)
      return (
        !request.hasServiceTime ||
        (!request.isKeyTrial && isWithin(span, request) && isReadWith(filter, request)) ||
        isLogEntryNearRequest(entry, request)
      )
    }
    const answered = pairLogEntriesWithRequests(
      sameEntries,
      unpaired,
      (entry, request) => isAnswerOfService(entry, request) && mayPair(entry, request),
    )
    if (filter === null) {
      for (const [entry, request] of answered) {
        pairs.set(entry, request)
        // The request's own entry may not be stored yet.
        if (entry.method !== 'GET') uncertainEntries.add(entry)
      }
      continue
    }
    const ownOfAnswered = new Set(answered.values())
    const uncertain = own
      .filter((request) => !ownOfAnswered.has(request))
      .map((request) => request.byClockAround ?? request)
      .sort((one, other) => one.earliestLogAt - other.earliestLogAt)
    const others = sameEntries.filter((entry) => !answered.has(entry))
    const paired = pairLogEntriesWithRequests(
      others,
      uncertain.filter(({ isPaired }) => !isPaired),
      mayPair,
    )
    for (const [entry, request] of [...answered, ...paired]) pairs.set(entry, request)
    for (const entry of paired.keys()) uncertainEntries.add(entry)
    const isRead = sameEntries[0]?.method === 'GET'
    // The same reads from one address differ in nothing that a person would ask about.
    if (isRead && new Set(sameEntries.map(({ ipAddress }) => ipAddress)).size === 1) continue
    for (const entry of findLogEntriesWithUncertainPairing(sameEntries, unpaired, answered, isAnswerOfService))
      uncertainEntries.add(entry)
    if (isRead) continue
    for (const entry of others)
      if (uncertain.some((request) => !request.isInFlight && mayLogEntryBelongToRequest(entry, request)))
        uncertainEntries.add(entry)
  }
  database.transaction(() => {
    for (const { id } of toPairAnew.values())
      database.run(
        'update log_entry set own_request_id = null, is_dry_run = 0, is_sender_uncertain = 0 where rowid = ?',
        id,
      )
    markEntriesBeforeRebuildAsUncertain(database, keyId, span)
    for (const [entry, request] of pairs)
      database.run(
        'update log_entry set own_request_id = ?, is_dry_run = ?, is_sender_uncertain = ? where rowid = ?',
        request.id,
        request.isDryRun,
        Number(uncertainEntries.has(entry)),
        entry.id,
      )
    for (const { id } of uncertainEntries)
      database.run('update log_entry set is_sender_uncertain = 1 where rowid = ?', id)
    const addresses = [...pairs.keys()].flatMap((entry) => (uncertainEntries.has(entry) ? [] : [entry.ipAddress]))
    for (const address of new Set(addresses)) if (address !== null) storeSourceAddressOfApp(database, address)
    markEntriesBeforeKeyRemovalAsUncertain(database, keyId, span)
  })
  return pairs.size > 0
}

/**
 * Marks the entry of a request that has ended, if the log was read while the request was in flight. Without an answer,
 * its entry stays uncertain. Returns whether a mark was set. `requestId`: null if the request is not stored. `sentAt`
 * and `endedAt`: epoch milliseconds of this computer.
 */
export function markLogEntryOfEndedRequest(
  database: Database,
  { keyId, requestId, isAnswered, sentAt, endedAt }: EndedRequest,
): boolean {
  // Every ended request asks this, and most keys have no such entry. The clocks may differ by hours.
  const unmarked = database.get(
    'select 1 from log_entry where key_id = ? and at >= ? and (own_request_id is null or own_request_id = ?) limit 1',
    keyId,
    sentAt - dayMs,
    requestId,
  )
  if (unmarked === undefined) return false
  const leadMs = queryServiceClockLeadMs(database, endedAt)
  const span = { oldest: sentAt + leadMs - logTimeToleranceMs, newest: endedAt + leadMs + logTimeToleranceMs }
  return database.transaction(() => {
    const isReleased =
      isAnswered && requestId !== null && releaseEntryOfRequestInFlight(database, keyId, requestId, sentAt)
    return markLogEntriesOfThisApp(database, keyId, span, null) || isReleased
  })
}

/** The answer shows with which entry the request pairs. Returns whether an entry was paired with it before. */
function releaseEntryOfRequestInFlight(database: Database, keyId: string, requestId: number, sentAt: number): boolean {
  const { changes } = database.run(
    `update log_entry set own_request_id = null, is_dry_run = 0, is_sender_uncertain = 0
     where key_id = ? and at >= ? and own_request_id = ?`,
    keyId,
    sentAt - dayMs,
    requestId,
  )
  return changes > 0
}

/**
 * Returns the uncertain pairs that a reading with the filter can decide, by request: the request has ended with an
 * answer near the entry, and the reading certainly brought its own entry.
 */
function findPairsToDecideAnew(
  entries: readonly UnmarkedEntry[],
  requests: readonly OwnRequest[],
  { oldest, newest }: { oldest: number; newest: number },
  filter: ReadFilter,
): ReadonlyMap<number, UnmarkedEntry> {
  const requestsById = new Map(requests.map((request) => [request.id, request]))
  return new Map(
    entries.flatMap((entry) => {
      const request = requestsById.get(entry.pairedRequestId ?? 0)
      const isDecidable =
        request?.hasServiceTime === true &&
        // The service may write an entry late.
        isWithin({ oldest, newest: newest - logTimeToleranceMs }, request) &&
        isReadWith(filter, request) &&
        isAnswerOfService(entry, request) &&
        isLogEntryNearRequest(entry, request)
      return isDecidable ? [[request.id, entry] as const] : []
    }),
  )
}

/** Returns whether the request got the status of the entry. A proxy may have answered with another status. */
function isAnswerOfService({ statusCode }: UnmarkedEntry, { status }: OwnRequest): boolean {
  return status === statusCode
}

/** Returns whether a reading with the filter would have brought the entry of the request. */
function isReadWith({ method, statusClass, statusCode }: ReadFilter, request: OwnRequest): boolean {
  return (method === null || method === request.method) && statusClass === null && statusCode === null
}

function isWithin({ oldest, newest }: { oldest: number; newest: number }, { begunAt, endedAt }: OwnRequest): boolean {
  return begunAt >= oldest && endedAt <= newest
}

/** Stores that this app called from the address. */
function storeSourceAddressOfApp(database: Database, address: string): void {
  database.run(
    `insert into log_address (address, is_of_app) values (?, 1)
     on conflict (address) do update set is_of_app = 1 where not is_of_app`,
    address,
  )
}

const methodAndPath = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${(path.split('?')[0] ?? '').toLowerCase()}`

/**
 * Returns the requests that were sent around the time and that no entry has for certain, in the time of the service.
 * Requests that name no key are those by which a key was tried before it was stored.
 */
function queryRequestsWithoutCertainEntry(
  database: Database,
  keyId: string,
  { oldest, newest }: { oldest: number; newest: number },
): OwnRequest[] {
  const isUncertainByPairedId = new Map(
    database
      .all<{ id: number; isUncertain: number }>(
        `select own_request_id as id, is_sender_uncertain as isUncertain from log_entry
         where key_id = ? and at between ? and ? and own_request_id is not null`,
        keyId,
        oldest - maxLogDelayMs,
        newest + maxLogDelayMs,
      )
      .map(({ id, isUncertain }) => [id, isUncertain]),
  )
  return queryRequestsAround(database, keyId, { from: oldest - maxLogDelayMs, to: newest + maxLogDelayMs })
    .filter(({ row }) => isUncertainByPairedId.get(row.id) !== 0)
    .map(({ row, leadMs, leadAroundMs }) => {
      const request = { ...toOwnRequest(row, leadMs), isPaired: isUncertainByPairedId.has(row.id), byClockAround: null }
      if (leadAroundMs === null) return request
      const { earliestLogAt, latestLogAt, ...around } = toOwnRequest(row, leadAroundMs)
      const byClockAround = {
        ...request,
        ...around,
        earliestLogAt: Math.min(earliestLogAt, request.earliestLogAt),
        latestLogAt: Math.max(latestLogAt, request.latestLogAt),
      }
      return { ...request, byClockAround }
    })
}

/** Converts the times by the lead of the service's clock. */
function toOwnRequest(
  { id, method, path, at, durationMs, status, serviceAt, isDryRun, isKeyTrial, isInFlight }: RequestRow,
  leadMs: number,
): Omit<OwnRequest, 'isPaired' | 'byClockAround'> {
  const endedAt = at + durationMs + leadMs
  return {
    id,
    method,
    path,
    status,
    isDryRun,
    hasServiceTime: serviceAt !== null,
    isKeyTrial: isKeyTrial === 1,
    isInFlight: isInFlight === 1,
    begunAt: at + leadMs,
    endedAt,
    earliestLogAt: at + leadMs - logTimeToleranceMs,
    latestLogAt: findLatestExecutionTime({ method, endedAt, status }) + logTimeToleranceMs,
  }
}

interface RequestWithLead {
  row: RequestRow
  /** How far the clock of the service was ahead: by the answer, or without its time by the answer next to it. */
  leadMs: number
  /** The lead by the answers before or after an answered request, if these have another one; else null. */
  leadAroundMs: number | null
}

/**
 * Returns the requests whose answers gave a time of the service in the span, and all others that were sent between
 * these. The clock of this computer may have been set in between.
 */
function queryRequestsAround(
  database: Database,
  keyId: string,
  { from, to }: { from: number; to: number },
): RequestWithLead[] {
  const findId = (column: string, condition: string, ...params: SqlParam[]): number | null =>
    database.get<{ id: number | null }>(
      `select ${column} as id from request where key_id = ? and ${condition}`,
      keyId,
      ...params,
    )?.id ?? null
  const inSpan = 'service_at between ? and ?'
  const before = findId('id', 'service_at < ? order by service_at desc limit 1', from) ?? 0
  const after = findId('id', 'service_at > ? order by service_at limit 1', to) ?? Number.MAX_SAFE_INTEGER
  const params = [
    Math.min(before, findId('min(id)', inSpan, from, to) ?? before),
    Math.max(after, findId('max(id)', inSpan, from, to) ?? after),
    JSON.stringify(errorKindsWithUnsentRequest),
  ]
  const select = (key: string): string =>
    `select id, method, path, at, duration_ms as durationMs, status, service_at as serviceAt, is_dry_run as isDryRun,
       status is null and error_kind is null as isUnended, key_id is null as isKeyTrial, is_in_flight as isInFlight
     from request where ${key} and id between ? and ?
       and (error_kind is null or error_kind not in (select value from json_each(?)))`
  // With `or`, SQLite would read all requests of the key.
  const rows = database
    .all<RequestRow & { isUnended: number }>(
      `${select('key_id = ?')} union all ${select('key_id is null')} order by id`,
      keyId,
      ...params,
      ...params,
    )
    .map((row) => ({ ...row, durationMs: row.isUnended === 1 ? defaultAttemptTimeLimitMs : row.durationMs }))
  return addLeads(rows)
}

/** Takes and returns the requests in the order in which they were sent. */
function addLeads(rows: readonly RequestRow[]): RequestWithLead[] {
  const answered = rows.flatMap(({ id, at, durationMs, serviceAt }) =>
    serviceAt === null ? [] : [{ id, leadMs: computeServiceClockLeadMs(at + durationMs, serviceAt) }],
  )
  /** Successive answers with about the same lead. */
  const periods: { fromId: number; leadMs: number }[] = []
  for (const { id, leadMs } of answered) {
    const last = periods.at(-1)
    if (!last || Math.abs(leadMs - last.leadMs) > logTimeToleranceMs) periods.push({ fromId: id, leadMs })
  }
  let period = 0
  return rows.map((row) => {
    while ((periods[period + 1]?.fromId ?? Infinity) <= row.id) period += 1
    if (row.serviceAt === null) return { row, leadMs: periods[period]?.leadMs ?? 0, leadAroundMs: null }
    const leadMs = computeServiceClockLeadMs(row.at + row.durationMs, row.serviceAt)
    return { row, leadMs, leadAroundMs: (periods[period - 1] ?? periods[period + 1])?.leadMs ?? null }
  })
}
