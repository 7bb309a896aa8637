import type { Clock } from '#main/clock.ts'

/**
 * A timer that fires at the earliest of the requested times. The timer may fire early, so the callback must check the
 * time.
 */
export interface EarliestTimer {
  /**
   * `at`: monotonic milliseconds. Infinity does nothing. A timer that is already set to an earlier future time stays as
   * it is.
   */
  fireAt(at: number): void
  stop(): void
}

/** A delay that rounds to zero would fire at the same moment again and again. */
const minDelayMs = 0.01

export function createEarliestTimer(clock: Pick<Clock, 'monotonic' | 'sleep'>, onTime: () => void): EarliestTimer {
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
          onTime()
        },
        () => undefined,
      )
    },
    stop,
  }
}
