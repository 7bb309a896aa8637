import type { DetectedChange } from '#shared/ipc/detected-changes.ts'

const secondMs = 1000

/** Returns true if both readings fall into one second. Their times, shown to the second, are then equal. */
export function areReadingsInSameSecond({
  previousReadAt,
  detectedAt,
}: Pick<DetectedChange, 'previousReadAt' | 'detectedAt'>): boolean {
  return Math.floor(previousReadAt / secondMs) === Math.floor(detectedAt / secondMs)
}
