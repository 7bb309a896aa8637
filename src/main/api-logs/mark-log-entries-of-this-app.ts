import { errorKindsWithUnsentRequest } from '#shared/error-kinds.ts'
import { minuteMs } from '#shared/durations.ts'
import { defaultAttemptTimeLimitMs } from '#main/api/client.ts'
import type { Database } from '#main/store/database.ts'
import { queryDatabaseRebuildTime } from '#main/store/database-rebuild-time-store.ts'
import { pairLogEntriesWithRequests, type RequestToPair } from './pair-log-entries-with-requests.ts'
import { queryServiceClockLeadMs, computeServiceClockLeadMs } from './service-clock-lead.ts'

interface UnmarkedEntry {
  id: number
  at: number
  method: string
  path: string
  statusCode: number
  ipAddress: string | null
}

interface OwnRequest extends RequestToPair {
  id: number
  isDryRun: number
  method: string
  path: string
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
  isUnended: number
}

/**
 * Tolerance of log times, in milliseconds: the corrected lead of the service's clock may change, and the service may
 * log the start of a request or its end.
 */
const clockToleranceMs = 2 * minuteMs

/**
 * Marks the entries of a key between two times (inclusive, epoch milliseconds of the service) that requests of this app
 * caused. An entry and a request pair by method, path, status and time, one to one; pairs that an earlier run of this
 * function made are kept. Requests that were deleted since mark nothing. A request without an answer may not have
 * reached the service: its entry is marked as uncertain. So are the other entries from the time before the database was
 * rebuilt, because the requests of that time are lost.
 */
export function markLogEntriesOfThisApp(
  database: Database,
  keyId: string,
  span: { oldest: number; newest: number },
): void {
  const entries = database.all<UnmarkedEntry>(
    `select rowid as id, at, method, path, status_code as statusCode, ip_address as ipAddress from log_entry
     where key_id = ? and at between ? and ? and own_request_id is null order by at`,
    keyId,
    span.oldest,
    span.newest,
  )
  if (entries.length === 0) return
  const requests = Map.groupBy(queryUnpairedRequests(database, keyId, span), methodAndPath)
  const pairs = [...Map.groupBy(entries, methodAndPath)].flatMap(([name, sameEntries]) => {
    const own = (requests.get(name) ?? []).sort((one, other) => one.earliestLogAt - other.earliestLogAt)
    return [...pairLogEntriesWithRequests(sameEntries, own)]
  })
  database.transaction(() => {
    markEntriesBeforeRebuildAsUncertain(database, keyId, span)
    for (const [entry, request] of pairs)
      database.run(
        'update log_entry set own_request_id = ?, is_dry_run = ?, is_sender_uncertain = ? where rowid = ?',
        request.id,
        request.isDryRun,
        Number(request.status === null),
        entry.id,
      )
    const certain = pairs.filter(([, { status }]) => status !== null)
    for (const address of new Set(certain.map(([{ ipAddress }]) => ipAddress)))
      if (address !== null) storeSourceAddressOfApp(database, address)
  })
}

/** The app cannot have sent anything by a key before the key was added. */
function markEntriesBeforeRebuildAsUncertain(
  database: Database,
  keyId: string,
  { oldest, newest }: { oldest: number; newest: number },
): void {
  const rebuiltAt = queryDatabaseRebuildTime(database)
  if (rebuiltAt === null) return
  const clockLeadMs = queryServiceClockLeadMs(database, newest)
  database.run(
    `update log_entry set is_sender_uncertain = 1
     where key_id = ?1 and own_request_id is null and at between ?2 and min(?3, ?4 + ?5)
       and at >= (select added_at from api_key where id = ?1) + ?5 - ?6`,
    keyId,
    oldest,
    newest,
    rebuiltAt,
    clockLeadMs,
    clockToleranceMs,
  )
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
 * Returns the requests that were sent around the time and that no entry has yet, in the time of the service. Requests
 * that name no key are those by which a key was tried before it was stored.
 */
function queryUnpairedRequests(
  database: Database,
  keyId: string,
  { oldest, newest }: { oldest: number; newest: number },
): OwnRequest[] {
  const clockLeadMs = queryServiceClockLeadMs(database, newest)
  const paired = new Set(
    database
      .all<{ id: number }>(
        'select own_request_id as id from log_entry where key_id = ? and at between ? and ? and own_request_id is not null',
        keyId,
        oldest - 2 * clockToleranceMs,
        newest + 2 * clockToleranceMs,
      )
      .map(({ id }) => id),
  )
  return database
    .all<RequestRow>(
      `select id, method, path, at, duration_ms as durationMs, status, service_at as serviceAt, is_dry_run as isDryRun,
         status is null and error_kind is null as isUnended
       from request where (key_id = ? or key_id is null) and at between ? and ? and is_in_flight = 0 and (error_kind is null or error_kind not in (select value from json_each(?)))`,
      keyId,
      oldest - clockLeadMs - 2 * clockToleranceMs,
      newest - clockLeadMs + 2 * clockToleranceMs,
      JSON.stringify(errorKindsWithUnsentRequest),
    )
    .filter(({ id }) => !paired.has(id))
    .map(({ id, method, path, at, durationMs: storedMs, status, serviceAt, isDryRun, isUnended }) => {
      const durationMs = isUnended === 1 ? defaultAttemptTimeLimitMs : storedMs
      const leadMs = serviceAt === null ? clockLeadMs : computeServiceClockLeadMs(at + durationMs, serviceAt)
      return {
        id,
        method,
        path,
        status,
        isDryRun,
        begunAt: at + leadMs,
        endedAt: at + durationMs + leadMs,
        earliestLogAt: at + leadMs - clockToleranceMs,
        latestLogAt: at + durationMs + leadMs + clockToleranceMs,
      }
    })
}
