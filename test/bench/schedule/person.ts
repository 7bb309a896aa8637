import { minuteMs } from '#shared/api/limits.ts'
import { exponential, type Random } from './random.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How somebody works beside a bulk run. Times are means, in milliseconds. */
export interface Habit {
  atItMs: number
  awayMs: number
  thinkMs: number
}

/** Looks in now and then: three minutes at it, twelve away. */
export const looksIn: Habit = { atItMs: 3 * minuteMs, awayMs: 12 * minuteMs, thinkMs: 8_000 }
/** At it all the time. */
export const atItAlways: Habit = { atItMs: Number.POSITIVE_INFINITY, awayMs: 0, thinkMs: 8_000 }
/** One call now and then, without any pattern. */
export const nowAndThen: Habit = { atItMs: 0, awayMs: 30_000, thinkMs: 8_000 }

/** Each act is a chain of dependent calls: half of them one, the others two to four. */
const chainOf = (random: Random) => (random() < 0.5 ? 1 : 2 + Math.floor(random() * 3))

export function startPerson({ atItMs, awayMs, thinkMs }: Habit, time: VirtualTime, random: Random, call: () => Promise<void>): { stop(): void } {
  let isOver = false

  async function work(): Promise<void> {
    const sleep = time.clock.sleep
    for (;;) {
      await sleep(exponential(random, Math.max(awayMs, 1)))
      const until = time.clock.monotonic() + (atItMs === 0 ? 0 : exponential(random, atItMs))
      do {
        for (let left = atItMs === 0 ? 1 : chainOf(random); left > 0 && !isOver; left -= 1) await call()
        if (isOver) return
        await sleep(1_000 + exponential(random, thinkMs - 1_000))
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
