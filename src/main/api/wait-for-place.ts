import { AppError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { createAlarm, type Alarm } from './alarm.ts'
import type { Slot, WaitingFor } from './books.ts'
import type { Budget, Waiter } from './budget.ts'
import { cancelledError } from './cancelled.ts'
import type { Call } from './pipeline.ts'

/** The wait of one call. Throws `cancelled`, or `waited_too_long` as soon as it is known that no place comes free in its time. */
export function waitForPlace(budget: Budget, { urgency, signal, work, key }: Call, clock: Clock): Promise<Slot> {
  return new Promise((resolve, reject) => {
    const enteredAt = clock.monotonic()
    let patience: Alarm | null = null
    const waiter: Waiter = {
      get priority() {
        return urgency.priority
      },
      turn: work?.id ?? key?.id ?? '',
      following: work?.following ?? 0,
      grant(slot) {
        settle()
        urgency.leave()
        resolve(slot)
      },
    }
    const unlisten = urgency.onRaise(() => budget.move(waiter))
    const cancel = () => leave(cancelledError())
    signal.addEventListener('abort', cancel, { once: true })

    function settle(): void {
      patience?.stop()
      patience = null
      unlisten()
      signal.removeEventListener('abort', cancel)
    }

    function leave(error: AppError): void {
      settle()
      budget.remove(waiter)
      reject(error)
    }

    function look(): void {
      if (!patience) return
      const now = clock.monotonic()
      const { at, waitingFor } = budget.outlook(waiter, now)
      const isKnown = at !== Number.POSITIVE_INFINITY
      // No place comes free before: waiting would only keep the person from being told.
      if (now >= urgency.leaveBy || (isKnown && at > urgency.leaveBy)) {
        return leave(waitedTooLong(now - enteredAt, waitingFor, isKnown ? Math.round(clock.now() + Math.max(0, at - now)) : null))
      }
      patience.ringAt(urgency.leaveBy)
    }

    urgency.queue()
    budget.add(waiter)
    if (urgency.leaveBy === Number.POSITIVE_INFINITY) return
    patience = createAlarm(clock, look)
    queueMicrotask(look)
  })
}

/** `freeAt`: when a place may come free, wall clock; null when only an answer frees one. */
function waitedTooLong(waitedMs: number, waitingFor: WaitingFor, freeAt: number | null): AppError {
  return new AppError('waited_too_long', 'No place for the call comes free in time', { details: { waitedMs: Math.round(waitedMs), waitingFor, freeAt } })
}
