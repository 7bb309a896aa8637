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
 * the last one has left. A change parts the reads before it from those after it: what is asked after a change is read after it.
 */
export function createSingleFlight(): Layer {
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
    const flight = known ?? start()
    if (known) known.urgency.raise(call.urgency.priority, call.urgency.leaveBy)
    flight.callers += 1
    try {
      return await orCancelled(flight.outcome, call.signal)
    } finally {
      flight.callers -= 1
      if (flight.callers === 0) {
        forget(flight)
        flight.ending.abort()
      }
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
