import { systemClock, type Clock } from '#main/clock.ts'

export type ClockWithForwardJumps = Clock & { advance(ms: number): void }

/**
 * The system's clock, which `advance` moves forward in one step: the wall clock, the monotonic clock and all sleeps.
 */
export function createClockWithForwardJumps(): ClockWithForwardJumps {
  let passedMs = 0
  const sleepers = new Set<{ at: number; wake: () => void }>()
  const clock: Clock = {
    now: () => systemClock.now() + passedMs,
    monotonic: () => systemClock.monotonic() + passedMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const early = new AbortController()
        const sleeper = { at: clock.monotonic() + ms, wake: () => early.abort() }
        sleepers.add(sleeper)
        systemClock.sleep(ms, AbortSignal.any([early.signal, ...(signal ? [signal] : [])])).then(resolve, () => {
          if (signal?.aborted) reject(signal.reason as Error)
          else resolve()
        })
        early.signal.addEventListener('abort', () => sleepers.delete(sleeper), { once: true })
        signal?.addEventListener('abort', () => sleepers.delete(sleeper), { once: true })
      }),
  }
  return {
    ...clock,
    advance(ms) {
      passedMs += ms
      for (const sleeper of [...sleepers]) if (sleeper.at <= clock.monotonic()) sleeper.wake()
    },
  }
}
