import type { SeenChange } from '#shared/ipc/seen-changes.ts'

const secondMs = 1000

/** Whether both readings fall into one second. Their times, shown to the second, are then equal. */
export function isSeenWithinOneSecond({
  previousReadAt,
  seenAt,
}: Pick<SeenChange, 'previousReadAt' | 'seenAt'>): boolean {
  return Math.floor(previousReadAt / secondMs) === Math.floor(seenAt / secondMs)
}
