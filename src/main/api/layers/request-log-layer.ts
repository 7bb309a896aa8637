import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import type { CallOutcome } from '#main/api/call-context-and-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import { parseServiceTimeOfResponse } from '#main/api/http/parse-date-header.ts'
import { buildRequestParts } from '#main/api/build-request-parts.ts'

const maxRows = 50_000
const writesBetweenPrunings = 500

/** Writes every attempt into the table `request`, without secret and body. A failed write does not stop the call. */
export function createRequestLogLayer({ database, clock }: { database: Database; clock: Clock }): CallLayer {
  let writes = 0

  function write(...values: (string | number | null)[]): void {
    const { lastId } = database.run(
      `insert into request (account_id, key_id, endpoint, method, path, at, status, duration_ms, attempt, error_kind, code, service_at, is_dry_run)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...values,
    )
    writes += 1
    if (writes % writesBetweenPrunings === 1) database.run('delete from request where id <= ?', lastId - maxRows)
  }

  return async (call, next) => {
    const at = clock.now()
    const started = clock.monotonic()
    const outcome: CallOutcome = await next(call)
    const { path, query } = call.raw
      ? { path: call.raw.parts.path, query: call.raw.loggedQuery }
      : buildRequestParts(call.endpoint, call.input)
    const durationMs = Math.round(clock.monotonic() - started)
    const { endpointName, endpoint, accountId, key, attempt } = call
    const { response, error } = outcome
    try {
      write(
        accountId,
        key?.id ?? null,
        endpointName,
        endpoint.method,
        path + query,
        at,
        response?.status ?? null,
        durationMs,
        attempt,
        error?.kind ?? null,
        error?.code ?? null,
        parseServiceTimeOfResponse(outcome),
        Number(call.input['dry_run'] === true),
      )
    } catch {
      // The call was made, so its outcome is returned even if the log cannot be written.
    }
    return outcome
  }
}
