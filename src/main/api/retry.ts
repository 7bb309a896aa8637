import { AppError, isAppError, toWireError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { cancelledError, throwIfCancelled } from './cancelled.ts'
import { refusesRate } from './evidence.ts'
import { verdictOn } from './may-repeat.ts'
import type { Call, Layer, Outcome } from './pipeline.ts'

const firstDelayMs = 500
const longestDelayMs = 30_000

/** How often a call is sent at most. A refusal for the rate costs nothing but the wait, which the schedule keeps. */
const sendings = { interactive: 3, other: 5, rate: 10 } as const

/** Sends again what may be sent again, with growing and scattered pauses; tells a lost change as `unsettled`. */
export function createRetry({ clock, random }: { clock: Clock; random: () => number }): Layer {
  return async (call, next) => {
    let last: Outcome | null = null
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await next({ ...call, attempt }).catch((thrown: unknown) => {
        // No place came free for another try: the answer that there was says more.
        if (last && isAppError(thrown, 'waited_too_long')) return null
        throw thrown
      })
      if (!outcome) return last as Outcome
      last = outcome
      const verdict = verdictOn(call.endpoint.effect, outcome)
      if (verdict === 'unsettled') return { ...outcome, error: unsettledError(call, outcome) }
      if (verdict === 'final' || attempt >= sendingsFor(call, outcome)) return outcome
      throwIfCancelled(call.signal)
      const delayMs = pauseMs(outcome, attempt, random)
      const waitMs = Math.max(delayMs, outcome.error?.retryAfterMs ?? 0)
      if (clock.monotonic() + waitMs > call.urgency.leaveBy) return outcome
      await clock.sleep(delayMs, call.signal).catch(() => {
        throw cancelledError()
      })
    }
  }
}

function sendingsFor(call: Call, outcome: Outcome): number {
  if (refusesRate(outcome)) return sendings.rate
  return call.urgency.priority === 'interactive' ? sendings.interactive : sendings.other
}

/** After a rate refusal none: the call takes its turn again, and the schedule knows when that is. */
function pauseMs(outcome: Outcome, attempt: number, random: () => number): number {
  if (refusesRate(outcome)) return 0
  const grownMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return Math.max(grownMs * (0.5 + random() / 2), outcome.error?.retryAfterMs ?? 0)
}

function unsettledError(call: Call, { error }: Outcome): AppError {
  const cause = error as AppError
  return new AppError('unsettled', `${call.endpointName} may have happened: ${cause.message}`, {
    ...(cause.code !== undefined && { code: cause.code }),
    ...(cause.status !== undefined && { status: cause.status }),
    ...(cause.serviceMessage !== undefined && { serviceMessage: cause.serviceMessage }),
    details: { settledBy: call.endpoint.settledBy ?? null, cause: toWireError(cause) },
  })
}
