import type { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { createEarliestTimer, type EarliestTimer } from '#main/event-loop/earliest-timer.ts'
import type { GrantedSlots, RateLimiter, SlotWaiter } from './rate-limiter.ts'
import { createCancelledError } from '#main/api/throw-or-reject-when-cancelled.ts'
import { createWaitedTooLongError, isDeadlineMissed } from '#main/api/is-call-deadline-missed.ts'
import type { CallContext } from '#main/api/call-context-and-attempt-outcome.ts'

/**
 * Waits until the call may be sent, to `server` if it names one. Throws `cancelled`, or `waited_too_long` as soon as it
 * is known that no slot comes free before the deadline.
 */
export function waitForSlot(
  limiter: RateLimiter,
  server: string | null,
  { queuedCall, signal, batch, key }: CallContext,
  clock: Clock,
): Promise<GrantedSlots> {
  return new Promise((resolve, reject) => {
    const enteredAt = clock.monotonic()
    let deadlineTimer: EarliestTimer | null = null
    const waiter: SlotWaiter = {
      server,
      get priority() {
        return queuedCall.priority
      },
      roundRobinKey: batch?.id ?? key?.id ?? '',
      remainingCalls: batch?.remainingCalls ?? 0,
      grant(grant) {
        settle()
        queuedCall.markGranted()
        resolve(grant)
      },
    }
    const unlisten = queuedCall.onPriorityRaised(() => limiter.reprioritize(waiter))
    const cancel = () => giveUp(createCancelledError())
    signal.addEventListener('abort', cancel, { once: true })

    function settle(): void {
      deadlineTimer?.stop()
      deadlineTimer = null
      unlisten()
      signal.removeEventListener('abort', cancel)
    }

    function giveUp(error: AppError): void {
      settle()
      limiter.remove(waiter)
      reject(error)
    }

    function checkDeadline(): void {
      if (!deadlineTimer) return
      const now = clock.monotonic()
      const start = limiter.estimateStart(waiter, now)
      if (isDeadlineMissed(queuedCall.deadline, start, now))
        return giveUp(createWaitedTooLongError(now - enteredAt, start, clock))
      deadlineTimer.fireAt(queuedCall.deadline)
    }

    queuedCall.markQueued(() => limiter.estimateStart(waiter, clock.monotonic()))
    limiter.add(waiter)
    if (queuedCall.deadline === Number.POSITIVE_INFINITY) return
    deadlineTimer = createEarliestTimer(clock, checkDeadline)
    queueMicrotask(checkDeadline)
  })
}
