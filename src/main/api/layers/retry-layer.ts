import { AppError, isAppError, toWireError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { createCancelledError, throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import { isRateLimited } from '#main/api/http/response-predicates.ts'
import { decideRetry } from './decide-retry.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'

const firstDelayMs = 500
const longestDelayMs = 30_000

/**
 * Maximum number of attempts. After a 429 (`rate`) an attempt costs only its wait, and the rate limiter enforces that
 * wait.
 */
const maxAttempts = { interactive: 3, other: 5, rate: 10 } as const

/** A call that is sent again after an error. `repeatAt`: epoch milliseconds. */
export interface CallBeforeRepeat {
  call: CallContext
  repeatAt: number
}

export interface RetryLayer {
  /**
   * Repeats calls that may be repeated, with exponential back-off and jitter. Reports a write without a clear result as
   * `unsettled`.
   */
  layer: CallLayer
  /** The calls that wait for their next attempt now. */
  waitingCalls(): CallBeforeRepeat[]
}

/** `onChange`: a call began or ended to wait for its next attempt. */
export function createRetryLayer({
  clock,
  random,
  onChange,
}: {
  clock: Clock
  random: () => number
  onChange: () => void
}): RetryLayer {
  const waiting = new Set<CallBeforeRepeat>()

  async function waitBeforeRepeat(call: CallContext, delayMs: number): Promise<void> {
    const entry = { call, repeatAt: Math.round(clock.now() + delayMs) }
    waiting.add(entry)
    onChange()
    try {
      await clock.sleep(delayMs, call.signal)
    } catch {
      throw createCancelledError()
    } finally {
      waiting.delete(entry)
      onChange()
    }
  }

  const layer: CallLayer = async (call, next) => {
    let last: CallAttemptOutcome | null = null
    for (let attempt = 1; ; attempt += 1) {
      const jitter = 0.5 + random() / 2
      const isRepeatedAfter = (ended: CallAttemptOutcome): boolean => {
        if (decideRetry(call.endpoint.idempotency, ended) !== 'repeat') return false
        if (attempt >= maxAttemptsFor(call, ended) || call.signal.aborted) return false
        const waitMs = Math.max(backoffMs(ended, attempt, jitter), ended.error?.retryAfterMs ?? 0)
        return clock.monotonic() + waitMs <= call.queuedCall.deadline
      }
      const outcome = await next({ ...call, attempt, isRepeatedAfter }).catch((thrown: unknown) => {
        // No slot came free for another attempt. The previous outcome says more than `waited_too_long`.
        if (last && isAppError(thrown, 'waited_too_long')) return null
        throw thrown
      })
      if (!outcome) return last as CallAttemptOutcome
      last = outcome
      call.onAttemptEnded?.(outcome.error)
      const decision = decideRetry(call.endpoint.idempotency, outcome)
      if (decision === 'unsettled') return { ...outcome, error: unsettledError(call, outcome) }
      if (decision === 'final' || attempt >= maxAttemptsFor(call, outcome)) return outcome
      throwIfCancelled(call.signal)
      if (!isRepeatedAfter(outcome)) return outcome
      await waitBeforeRepeat(call, backoffMs(outcome, attempt, jitter))
    }
  }

  return { layer, waitingCalls: () => [...waiting] }
}

function maxAttemptsFor(call: CallContext, outcome: CallAttemptOutcome): number {
  if (isRateLimited(outcome)) return maxAttempts.rate
  return call.queuedCall.priority === 'interactive' ? maxAttempts.interactive : maxAttempts.other
}

/** Zero after a 429: the call queues again, and the rate limiter knows when it may be sent. */
function backoffMs(outcome: CallAttemptOutcome, attempt: number, jitter: number): number {
  if (isRateLimited(outcome)) return 0
  const grownMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return Math.max(grownMs * jitter, outcome.error?.retryAfterMs ?? 0)
}

function unsettledError(call: CallContext, { error }: CallAttemptOutcome): AppError {
  const cause = error as AppError
  return new AppError('unsettled', `${call.endpointName} may have happened: ${cause.message}`, {
    ...(cause.code !== undefined && { code: cause.code }),
    ...(cause.status !== undefined && { status: cause.status }),
    ...(cause.serviceMessage !== undefined && { serviceMessage: cause.serviceMessage }),
    details: { settledBy: call.endpoint.settledBy ?? null, cause: toWireError(cause) },
  })
}
