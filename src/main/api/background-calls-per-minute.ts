/** The largest share of the calls of a minute that is kept free for interactive calls. */
export const maxInteractiveReserveShare = 1 / 6

/** Maximum calls per minute of reading in the background. */
export function backgroundCallsPerMinute(perMinute: number): number {
  return perMinute - Math.floor(perMinute * maxInteractiveReserveShare)
}
