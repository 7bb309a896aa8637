import { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import type { EstimatedStart } from './queued-call.ts'

/** Returns true also before the deadline if no slot comes free until then. Monotonic times, milliseconds. */
export function isDeadlineMissed(deadline: number, start: EstimatedStart | null, now: number): boolean {
  return now >= deadline || (start !== null && isKnown(start) && start.at > deadline)
}

/**
 * The error of a call that is not sent because of its deadline. Its `freeAt` is when a slot may come free, wall clock;
 * null if that is not known.
 */
export function createWaitedTooLongError(waitedMs: number, start: EstimatedStart | null, clock: Clock): AppError {
  const freeAt =
    start !== null && isKnown(start) ? Math.round(clock.now() + Math.max(0, start.at - clock.monotonic())) : null
  return new AppError('waited_too_long', 'No place for the call comes free in time', {
    details: { waitedMs: Math.round(waitedMs), waitingFor: start?.waitingFor ?? null, freeAt },
  })
}

/** Not known when only a response frees a slot. */
function isKnown({ at }: EstimatedStart): boolean {
  return at !== Number.POSITIVE_INFINITY
}
