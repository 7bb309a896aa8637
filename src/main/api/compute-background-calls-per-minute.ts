/**
 * Fraction of the calls of a minute that is kept free for interactive calls: always by background reading, at most this much by other
 * calls.
 */
export const interactiveReserveFraction = 1 / 6

/** Maximum calls per minute of reading in the background. */
export function computeBackgroundCallsPerMinute(perMinute: number): number {
  return perMinute - Math.floor(perMinute * interactiveReserveFraction)
}
