import { AppError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { createAlarm } from './alarm.ts'
import { orCancelled } from './cancelled.ts'
import type { Layer, Outcome } from './pipeline.ts'
import type { Urgency } from './urgency.ts'

interface Flight {
  quota: string
  callers: number
  ending: AbortController
  urgency: Urgency
  outcome: Promise<Outcome>
}

/**
 * Equal reads under way are one call, as urgent as its most urgent caller. A caller that cancels leaves at once; the call itself ends when
 * the last one has left. Who may wait less than the others is told when that time is over. A change parts the reads before it from those after it: what is asked after a change is read after it.
 */
export function createSingleFlight({ clock }: { clock: Clock }): Layer {
  const flights = new Map<string, Flight>()

  const part = (quota: string) => {
    for (const [id, flight] of flights) if (flight.quota === quota) flights.delete(id)
  }

  return async (call, next) => {
    if (call.endpoint.effect !== 'read') {
      part(call.quota)
      return next(call).finally(() => part(call.quota))
    }
    const id = JSON.stringify([call.quota, call.endpointName, call.wantedKeyId, call.input])
    const known = flights.get(id)
    const { leaveBy } = call.urgency
    const flight = known ?? start()
    if (known) known.urgency.raise(call.urgency.priority, leaveBy)
    flight.callers += 1
    try {
      return await orCancelled(inTime(flight, leaveBy), call.signal)
    } finally {
      flight.callers -= 1
      if (flight.callers === 0) {
        forget(flight)
        flight.ending.abort()
      }
    }

    function inTime({ outcome, urgency }: Flight, ownLeaveBy: number): Promise<Outcome> {
      if (ownLeaveBy === Number.POSITIVE_INFINITY) return outcome
      const joinedAt = clock.monotonic()
      return new Promise((resolve, reject) => {
        const look = () => {
          if (urgency.hasLeft || urgency.leaveBy <= ownLeaveBy) return
          if (clock.monotonic() < ownLeaveBy) return patience.ringAt(ownLeaveBy)
          reject(new AppError('waited_too_long', 'No place for the call came free in time', { details: { waitedMs: Math.round(clock.monotonic() - joinedAt), waitingFor: null, freeAt: null } }))
        }
        const patience = createAlarm(clock, look)
        patience.ringAt(ownLeaveBy)
        // It was sent in time, was refused, and waits for another place.
        const unlisten = urgency.onQueue(look)
        outcome.then(resolve, reject).finally(() => {
          patience.stop()
          unlisten()
        })
      })
    }

    function start(): Flight {
      const ending = new AbortController()
      const outcome = next({ ...call, signal: ending.signal })
      const started: Flight = { quota: call.quota, callers: 0, ending, urgency: call.urgency, outcome }
      flights.set(id, started)
      outcome.catch(() => undefined).finally(() => forget(started))
      return started
    }

    function forget(ended: Flight): void {
      if (flights.get(id) === ended) flights.delete(id)
    }
  }
}
