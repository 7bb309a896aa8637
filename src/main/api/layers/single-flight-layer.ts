import { isAppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { createEarliestTimer } from '#main/event-loop/earliest-timer.ts'
import { createWaitedTooLongError, isDeadlineMissed } from '#main/api/is-call-deadline-missed.ts'
import { rejectWhenCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import { createQueuedCall, type QueuedCall } from '#main/api/queued-call.ts'

interface Flight {
  quota: string
  callers: number
  ending: AbortController
  queuedCall: QueuedCall
  outcome: Promise<CallAttemptOutcome>
}

/**
 * Equal reads in flight share one call, with the highest priority among its callers. A caller that cancels is released
 * at once; the call is cancelled when its last caller is gone. A caller with an earlier deadline fails at its own
 * deadline, or as soon as it is known that no slot comes free before it. If a hold of calls makes the shared call fail
 * because one caller is interactive, the other callers send a call of their own, which waits. A write separates reads:
 * a read that is requested after the write is sent after it.
 */
export function createSingleFlightLayer({ clock }: { clock: Clock }): CallLayer {
  const flights = new Map<string, Flight>()

  const startNewFlights = (quota: string) => {
    for (const [id, flight] of flights) if (flight.quota === quota) flights.delete(id)
  }

  const layer: CallLayer = async (call, next) => {
    if (call.endpoint.idempotency !== 'read') {
      startNewFlights(call.quota)
      return next(call).finally(() => startNewFlights(call.quota))
    }
    const id = JSON.stringify([call.quota, call.endpointName, call.requestedKeyId, call.input, call.raw?.parts])
    const known = flights.get(id)
    // Another caller may raise the priority of `call.queuedCall`.
    const { priority, deadline } = call.queuedCall
    const flight = known ?? start()
    if (known) known.queuedCall.raisePriority(call.queuedCall.priority, deadline)
    flight.callers += 1
    try {
      return await rejectWhenCancelled(untilDeadline(flight, deadline), call.signal)
    } catch (error) {
      const isRaised = priority !== 'interactive' && flight.queuedCall.priority === 'interactive'
      if (!isRaised || !isAppError(error, 'address_guarded')) throw error
      forget(flight)
    } finally {
      flight.callers -= 1
      if (flight.callers === 0) {
        forget(flight)
        flight.ending.abort()
      }
    }
    return layer({ ...call, queuedCall: createQueuedCall(priority, deadline) }, next)

    function untilDeadline({ outcome, queuedCall }: Flight, ownDeadline: number): Promise<CallAttemptOutcome> {
      if (ownDeadline === Number.POSITIVE_INFINITY) return outcome
      const joinedAt = clock.monotonic()
      return new Promise((resolve, reject) => {
        const checkDeadline = () => {
          if (queuedCall.isGranted || queuedCall.deadline <= ownDeadline) return
          const now = clock.monotonic()
          const start = queuedCall.estimateStart()
          if (isDeadlineMissed(ownDeadline, start, now)) reject(createWaitedTooLongError(now - joinedAt, start, clock))
          else deadlineTimer.fireAt(ownDeadline)
        }
        const deadlineTimer = createEarliestTimer(clock, checkDeadline)
        queueMicrotask(checkDeadline)
        // The call was sent in time and refused, and waits for another slot.
        const unlisten = queuedCall.onQueued(checkDeadline)
        outcome.then(resolve, reject).finally(() => {
          deadlineTimer.stop()
          unlisten()
        })
      })
    }

    function start(): Flight {
      const ending = new AbortController()
      const outcome = next({ ...call, signal: ending.signal })
      const started: Flight = { quota: call.quota, callers: 0, ending, queuedCall: call.queuedCall, outcome }
      flights.set(id, started)
      outcome.catch(() => undefined).finally(() => forget(started))
      return started
    }

    function forget(ended: Flight): void {
      if (flights.get(id) === ended) flights.delete(id)
    }
  }

  return layer
}
