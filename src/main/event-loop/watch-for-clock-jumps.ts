import { minuteMs, secondMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'

const checkIntervalMs = 30 * secondMs
const minJumpMs = minuteMs

/**
 * Calls `onJump` after the wall clock moved against the monotonic clock by a minute or more: the clock was set, or the
 * computer slept and its monotonic clock stopped. Times of the wall clock that were computed from a monotonic time
 * before are wrong then. Runs until `closing` is aborted.
 */
export async function watchForClockJumps({
  clock,
  closing,
  onJump,
}: {
  clock: Clock
  closing: AbortSignal
  onJump: () => void
}): Promise<void> {
  const getOffset = () => clock.now() - clock.monotonic()
  let offsetMs = getOffset()
  for (;;) {
    try {
      await clock.sleep(checkIntervalMs, closing)
    } catch {
      return
    }
    if (Math.abs(getOffset() - offsetMs) < minJumpMs) continue
    offsetMs = getOffset()
    onJump()
  }
}
