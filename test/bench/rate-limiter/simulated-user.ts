import { minuteMs } from '#shared/durations.ts'
import { drawExponential, type Random } from './random-distributions.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How a user works during a bulk run. Times are means, in milliseconds. */
export interface UserActivity {
  activeMs: number
  awayMs: number
  thinkMs: number
}

/** Active for three minutes, away for twelve. */
export const occasionalSessions: UserActivity = { activeMs: 3 * minuteMs, awayMs: 12 * minuteMs, thinkMs: 8_000 }
/** Always active. */
export const continuousUse: UserActivity = { activeMs: Number.POSITIVE_INFINITY, awayMs: 0, thinkMs: 8_000 }
/** A single call now and then, without a pattern. */
export const randomSingleCalls: UserActivity = { activeMs: 0, awayMs: 30_000, thinkMs: 8_000 }

/** Each action is a chain of dependent calls: one call in half of the cases, two to four in the others. */
const drawChainLength = (random: Random) => (random() < 0.5 ? 1 : 2 + Math.floor(random() * 3))

export function startSimulatedUser(
  { activeMs, awayMs, thinkMs }: UserActivity,
  time: VirtualTime,
  random: Random,
  call: () => Promise<void>,
): { stop(): void } {
  let isOver = false

  async function work(): Promise<void> {
    const sleep = time.clock.sleep
    for (;;) {
      await sleep(drawExponential(random, Math.max(awayMs, 1)))
      const until = time.clock.monotonic() + (activeMs === 0 ? 0 : drawExponential(random, activeMs))
      do {
        for (let left = activeMs === 0 ? 1 : drawChainLength(random); left > 0 && !isOver; left -= 1) await call()
        if (isOver) return
        await sleep(1_000 + drawExponential(random, thinkMs - 1_000))
      } while (time.clock.monotonic() < until)
    }
  }
  void work()

  return {
    stop() {
      isOver = true
    },
  }
}
