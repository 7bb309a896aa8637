import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'

/** The rate is measured over this time. Older calls say nothing about the present pace. */
const measuredMs = 5 * minuteMs
/** A shorter time gives no rate: the first calls leave at once, and one slow answer would count too much. */
const leastMeasuredMs = minuteMs / 2

export interface MinutesLeftEstimate {
  /** A call has ended. */
  recordEnd(): void
  /** Minutes until `calls` calls have ended, at `perMinute` or at the measured rate, whichever is slower. */
  minutesLeft(calls: number, perMinute: number): number
}

/**
 * Estimates the remaining time of calls that have begun now. The quota alone promises too much if the service answers
 * slowly, if many accounts sync at once, or if another program or account uses the same quota.
 */
export function createMinutesLeftEstimate({ monotonic }: Pick<Clock, 'monotonic'>): MinutesLeftEstimate {
  const startedAt = monotonic()
  /** Monotonic times of the ends within `measuredMs`, oldest first. */
  let ends: number[] = []

  function measuredPerMinute(): number {
    const now = monotonic()
    const passedMs = Math.min(now - startedAt, measuredMs)
    if (passedMs < leastMeasuredMs) return Number.POSITIVE_INFINITY
    ends = ends.filter((at) => now - at < measuredMs)
    return (ends.length * minuteMs) / passedMs
  }

  return {
    recordEnd: () => void ends.push(monotonic()),
    minutesLeft(calls, perMinute) {
      if (calls === 0) return 0
      const measured = measuredPerMinute()
      // Without any end, the measured time would be endless. The next end corrects the estimate.
      return calls / (measured > 0 ? Math.min(perMinute, measured) : perMinute)
    },
  }
}
