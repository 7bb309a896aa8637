import type { Clock } from '#main/clock.ts'

export interface Throttle {
  /** Something changed: `run` soon, at once if it did not run lately. */
  trigger(): void
  /** Runs now what waits. */
  flush(): void
}

/** Runs at most once in `everyMs`; what is poked meanwhile runs once at the end of that time. */
export function createThrottle(clock: Clock, everyMs: number, run: () => void): Throttle {
  let ranAt = Number.NEGATIVE_INFINITY
  let waits: AbortController | null = null

  function now(): void {
    waits?.abort()
    waits = null
    ranAt = clock.monotonic()
    run()
  }

  return {
    trigger() {
      if (waits) return
      const remainingMs = ranAt + everyMs - clock.monotonic()
      if (remainingMs <= 0) return now()
      const wait = new AbortController()
      waits = wait
      clock.sleep(remainingMs, wait.signal).then(
        () => waits === wait && now(),
        () => undefined,
      )
    },
    flush() {
      if (waits) now()
    },
  }
}
