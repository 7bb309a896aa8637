import type { Clock } from '#main/clock.ts'

/** One sleep that can be moved. It may ring early: who is woken looks at the time. */
export interface ReschedulableTimer {
  /** Monotonic time; Infinity: not by itself. An alarm that rings earlier anyway is left as it is. */
  fireAt(at: number): void
  stop(): void
}

/** A difference lost in rounding would ring in the same moment for ever. */
const minDelayMs = 0.01

export function createReschedulableTimer(clock: Pick<Clock, 'monotonic' | 'sleep'>, ring: () => void): ReschedulableTimer {
  let set: { at: number; sleep: AbortController } | null = null

  function stop(): void {
    set?.sleep.abort()
    set = null
  }

  return {
    fireAt(at) {
      if (!Number.isFinite(at)) return
      const now = clock.monotonic()
      if (set && set.at > now && set.at <= at) return
      stop()
      const mine = { at, sleep: new AbortController() }
      set = mine
      clock.sleep(Math.max(minDelayMs, at - now), mine.sleep.signal).then(
        () => {
          if (set !== mine) return
          set = null
          ring()
        },
        () => undefined,
      )
    },
    stop,
  }
}
