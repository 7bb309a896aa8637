import { getEndpoint } from '#shared/api/endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import { getRequestStateOfError } from '#shared/error-kinds.ts'
import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { CallAttemptOutcome, PaidCallOptions } from './call-context-and-attempt-outcome.ts'
import { parseServiceTimeOfResponse } from '#main/api/http/parse-date-header.ts'
import type { PaidCallOutcome, PaidCallRequest } from './api-client-interface.ts'

interface Deps {
  clock: Clock
  /** Sends through all layers except the retry layer. If it throws, nothing was sent. */
  send: (request: PaidCallRequest, paid: PaidCallOptions) => Promise<CallAttemptOutcome>
}

/** When the app closes, it waits this long for responses. A later response is looked for at the next start. */
const pendingCallsWaitMs = 5_000

/** Sends each paid call once and returns its outcome. */
export function createPaidCallSender({ clock, send }: Deps): {
  sendPaidCall(request: PaidCallRequest): Promise<PaidCallOutcome>
  waitForPendingCalls(): Promise<void>
} {
  const underway = new Set<Promise<unknown>>()

  async function pay(request: PaidCallRequest): Promise<PaidCallOutcome> {
    const { idempotencyKey, body } = request
    let wasSent = false
    const beforeSend = async () => {
      await request.beforeSend()
      wasSent = true
    }
    try {
      const outcome = await send(
        { ...request, input: inputOf(request) },
        { idempotencyKey, body, beforeSend, mayStillSend: request.mayStillSend },
      )
      const { response, data, error, at } = outcome
      const isUnsent = response === null && error !== null && getRequestStateOfError(error) === 'unsent'
      return {
        isSent: wasSent && !isUnsent,
        status: response?.status ?? null,
        data,
        error,
        at,
        serverAt: parseServiceTimeOfResponse(outcome),
      }
    } catch (thrown) {
      const error = isAppError(thrown) ? thrown : new AppError('bug', 'A paid call was broken off', { cause: thrown })
      return { isSent: wasSent, status: null, data: null, error, at: clock.now(), serverAt: null }
    }
  }

  return {
    sendPaidCall(request) {
      const outcome = pay(request)
      underway.add(outcome)
      void outcome.finally(() => underway.delete(outcome))
      return outcome
    },
    async waitForPendingCalls() {
      const enough = new AbortController()
      await Promise.race([
        Promise.all(underway),
        clock
          .sleep(pendingCallsWaitMs, enough.signal)
          .then(yieldToEventLoop)
          .catch(() => undefined),
      ])
      enough.abort()
    },
  }
}

/** All fields of the endpoint, so that the body is checked as strictly as any other input before the call is spent. */
function inputOf({ endpoint, input, body }: PaidCallRequest): Record<string, unknown> {
  const params = listPathParamNames(getEndpoint(endpoint).path)
  const fields = JSON.parse(body) as Record<string, unknown>
  if ('dry_run' in fields) throw new AppError('bug', 'A dry run is no paid call')
  return { ...fields, ...Object.fromEntries(params.map((name) => [name, input[name]])) }
}
