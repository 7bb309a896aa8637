import { secondMs } from '#shared/durations.ts'

/**
 * Differences of the clocks up to this, in milliseconds, are ignored: a `Date` header has whole seconds, and the
 * response needs time to arrive.
 */
const precisionMs = 2 * secondMs

/**
 * Returns how far the service's clock is ahead of the clock of this computer, in milliseconds; negative if it is
 * behind.
 */
export function computeServiceClockLeadMs(answeredAt: number, serviceAt: number): number {
  const leadMs = serviceAt + secondMs / 2 - answeredAt
  return Math.abs(leadMs) <= precisionMs ? 0 : leadMs
}
