import { rateLimits } from '#shared/api/service-limits.ts'
import { createRequestQuota } from '#simulator/request-quota.ts'
import { drawExponential, drawLogNormal, type Random } from './random-distributions.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface Reply {
  status: number
  headers: Record<string, string>
}

export interface VirtualServiceSettings {
  window: 'sliding' | 'fixed'
  countsRefused: boolean
  /** Calls per minute of another program on the same quota, on average, some in bursts; 0 for none. */
  foreignPerMinute: number
  /** The service has no limits. Used without a limiter, to measure the processor time of the benchmark itself. */
  isUnlimited?: boolean
}

/** Duration of the parts of one call: to the service, at the service and back. */
export interface CallLatency {
  upMs: number
  servedMs: number
  downMs: number
}

export const totalLatencyMs = ({ upMs, servedMs, downMs }: CallLatency) => upMs + servedMs + downMs

export function drawLatency(random: Random): CallLatency {
  return {
    upMs: 8 + drawExponential(random, 6),
    servedMs: drawLogNormal(random, 140, 0.6),
    downMs: 8 + drawExponential(random, 6),
  }
}

export interface VirtualService {
  /** Resolves when the answer has arrived. */
  send(account: string, trip: CallLatency): Promise<Reply>
  /** Number of refused calls of this app. */
  refused: number
  /** Number of calls of this app that arrived, refused calls included. */
  arrived: number
  stop(): void
}

const { perMinute, perDay, concurrent } = rateLimits.domain
const stated = { per_minute: perMinute, per_day: perDay * 100, concurrent }
const endless = { per_minute: 1e9, per_day: 1e9, concurrent: 1e9 }

/** The service's rate limits, with the simulator's counting and headers, on a right clock. */
export function createVirtualRateLimitedService(
  time: VirtualTime,
  startsAt: number,
  settings: VirtualServiceSettings,
  random: Random,
): VirtualService {
  const limit = settings.isUnlimited ? endless : stated
  const quota = createRequestQuota({
    limits: { domain: limit, server: limit, account: limit },
    window: settings.window,
    count_rejected: settings.countsRefused,
  })
  const serverNow = () => startsAt + time.clock.monotonic()
  let isStopped = false

  const oracle: VirtualService = {
    refused: 0,
    arrived: 0,
    send: (account, trip) =>
      new Promise((resolve) => {
        time.after(trip.upMs, () => {
          oracle.arrived += 1
          const admission = quota.admit(account, 'domain', serverNow())
          if (!admission.isAdmitted) oracle.refused += 1
          time.after(admission.isAdmitted ? trip.servedMs : 5, () => {
            admission.release()
            const headers = { ...admission.headers, date: new Date(serverNow()).toUTCString() }
            time.after(trip.downMs, () => resolve({ status: admission.isAdmitted ? 200 : 429, headers }))
          })
        })
      }),
    stop() {
      isStopped = true
    },
  }

  function sendForeignCall(): void {
    const admission = quota.admit('a', 'domain', serverNow())
    time.after(drawLogNormal(random, 140, 0.6), admission.release)
  }

  /** Calls of other programs: mostly single calls; in 10 % of cases a burst of up to four. */
  function foreign(): void {
    if (isStopped) return
    const calls = random() < 0.1 ? 1 + Math.floor(random() * 4) : 1
    for (let index = 0; index < calls; index += 1) time.after(index * 120, sendForeignCall)
    time.after(drawExponential(random, (60_000 / settings.foreignPerMinute) * 1.15), foreign)
  }
  if (settings.foreignPerMinute > 0) time.after(drawExponential(random, 10_000), foreign)

  return oracle
}
