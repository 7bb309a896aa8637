import type { Clock } from '../clock.ts'

export interface Throttle {
  /** Something changed: `run` soon, at once if it did not run lately. */
  poke(): void
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
    poke() {
      if (waits) return
      const restMs = ranAt + everyMs - clock.monotonic()
      if (restMs <= 0) return now()
      const wait = new AbortController()
      waits = wait
      clock.sleep(restMs, wait.signal).then(
        () => waits === wait && now(),
        () => undefined,
      )
    },
    flush() {
      if (waits) now()
    },
  }
}
