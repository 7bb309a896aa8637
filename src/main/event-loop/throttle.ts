import type { Clock } from '#main/clock.ts'

export interface Throttle {
  /** Requests a run. The run starts at once, or when `everyMs` have passed since the last run. */
  trigger(): void
  /** Runs a pending request now. */
  flush(): void
}

/** Runs at most once per `everyMs`. Triggers during that time cause one run at its end. */
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
