/**
 * Fraction of the calls per minute that is left free for interactive calls. Background reading always leaves this
 * fraction free; other calls leave at most this fraction free.
 */
export const interactiveReserveFraction = 1 / 6

/** Returns the maximum calls per minute for background reading. */
export function computeBackgroundCallsPerMinute(perMinute: number): number {
  return perMinute - Math.floor(perMinute * interactiveReserveFraction)
}
