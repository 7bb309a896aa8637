import { minuteMs, secondMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'

const checkIntervalMs = 30 * secondMs
const minJumpMs = minuteMs

/**
 * Calls `onJump` after the wall clock moved against the monotonic clock by a minute or more: the clock was set, or the
 * computer slept and its monotonic clock stopped. Times of the wall clock that were computed from a monotonic time
 * before are wrong then. `jumpMs` is negative if the clock was set back. Runs until `closing` is aborted.
 */
export async function watchForClockJumps({
  clock,
  closing,
  onJump,
}: {
  clock: Clock
  closing: AbortSignal
  onJump: (jumpMs: number) => void
}): Promise<void> {
  const getOffset = () => clock.now() - clock.monotonic()
  let offsetMs = getOffset()
  for (;;) {
    try {
      await clock.sleep(checkIntervalMs, closing)
    } catch {
      return
    }
    const jumpMs = getOffset() - offsetMs
    if (Math.abs(jumpMs) < minJumpMs) continue
    offsetMs += jumpMs
    onJump(jumpMs)
  }
}
