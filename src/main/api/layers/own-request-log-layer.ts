import type { Clock } from '#main/clock.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import type { EndedRequest } from '#main/api/api-client-interface.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import { parseServiceTimeOfResponse } from '#main/api/http/parse-date-header.ts'
import { buildRequestParts } from '#main/api/build-request-parts.ts'
import { maxStoredRequests } from '#main/api/max-stored-requests.ts'

const writesBetweenPrunings = 500

/**
 * Writes every attempt into the table `request`, without secret and body. The row is written before the call is sent,
 * because the app may end before the answer arrives. The row can then still be matched with the service's log entry. A
 * failed write does not stop the call. `onEnded`: called when the outcome of an attempt with a stored key is written.
 */
export function createRequestLogLayer({
  database,
  clock,
  onEnded,
}: {
  database: Database
  clock: Clock
  onEnded: (request: EndedRequest) => void
}): CallLayer {
  let writes = 0

  function withFallback<T>(write: () => T, fallback: T): T {
    try {
      return write()
    } catch {
      return fallback
    }
  }

  function insert(...values: SqlParam[]): number {
    const { lastId } = database.run(
      `insert into request (account_id, key_id, endpoint, method, path, at, attempt, is_dry_run, duration_ms, is_in_flight)
       values (?, ?, ?, ?, ?, ?, ?, ?, 0, 1)`,
      ...values,
    )
    writes += 1
    if (writes % writesBetweenPrunings === 1)
      database.run('delete from request where id <= ?', lastId - maxStoredRequests)
    return lastId
  }

  // The process that sent these calls has ended, so no outcome will be written.
  withFallback(() => database.run('update request set is_in_flight = 0 where is_in_flight = 1'), undefined)

  return async (call, next) => {
    const { endpointName, endpoint, accountId, key, attempt } = call
    const { path, query } = call.raw
      ? { path: call.raw.parts.path, query: call.raw.loggedQuery }
      : buildRequestParts(call.endpoint, call.input)
    const isDryRun = Number(call.input['dry_run'] === true)
    const keyId = key?.id ?? null
    const sentAt = clock.now()
    const id = withFallback(
      () => insert(accountId, keyId, endpointName, endpoint.method, path + query, sentAt, attempt, isDryRun),
      null,
    )
    const started = clock.monotonic()
    const outcome: CallAttemptOutcome = await next(call)
    const { response, error } = outcome
    withFallback(
      () =>
        database.run(
          `update request set is_in_flight = 0, status = ?, duration_ms = ?, error_kind = ?, code = ?, service_at = ? where id = ?`,
          response?.status ?? null,
          Math.round(clock.monotonic() - started),
          error?.kind ?? null,
          error?.code ?? null,
          parseServiceTimeOfResponse(outcome),
          id,
        ),
      undefined,
    )
    if (keyId !== null) onEnded({ keyId, requestId: id, isAnswered: response !== null, sentAt, endedAt: clock.now() })
    return outcome
  }
}
