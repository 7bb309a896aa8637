/**
 * Share of the calls of a minute that is kept free for interactive calls: always by reading in the background, at most by
 * other calls.
 */
export const interactiveReserveShare = 1 / 6

/** Maximum calls per minute of reading in the background. */
export function computeBackgroundCallsPerMinute(perMinute: number): number {
  return perMinute - Math.floor(perMinute * interactiveReserveShare)
}
