import type { Clock } from '#main/clock.ts'

export interface VirtualClock extends Clock {
  /** Advances the time by `ms` and wakes every due sleeper in its order. */
  advance(ms: number): Promise<void>
  /** Advances the time until the promise settles. Throws if the promise is pending and nothing sleeps. */
  until<T>(promise: Promise<T>): Promise<T>
  /** Changes the wall clock without the monotonic clock, as a user or a time server does. */
  jumpWall(ms: number): void
}

interface Sleeper {
  at: number
  order: number
  wake: () => void
}

/** Creates a clock that only its methods advance. It starts at noon in Japan on 20 November 2026. */
export function createVirtualClock(start = Date.UTC(2026, 10, 20, 3, 0, 0)): VirtualClock {
  let elapsed = 0
  let wallOffset = start
  let order = 0
  const sleepers = new Set<Sleeper>()

  const next = () =>
    [...sleepers].reduce<Sleeper | null>(
      (first, other) =>
        !first || other.at < first.at || (other.at === first.at && other.order < first.order) ? other : first,
      null,
    )

  async function wakeNext(): Promise<void> {
    const sleeper = next()
    if (!sleeper) return
    elapsed = Math.max(elapsed, sleeper.at)
    sleepers.delete(sleeper)
    sleeper.wake()
    await settle()
  }

  return {
    now: () => wallOffset + elapsed,
    monotonic: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error)
        const stop = () => {
          sleepers.delete(sleeper)
          reject(signal?.reason as Error)
        }
        const sleeper: Sleeper = {
          at: elapsed + Math.max(0, ms),
          order: (order += 1),
          wake: () => {
            signal?.removeEventListener('abort', stop)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', stop, { once: true })
      }),
    async advance(ms) {
      const end = elapsed + ms
      await settle()
      for (let sleeper = next(); sleeper && sleeper.at <= end; sleeper = next()) await wakeNext()
      elapsed = end
    },
    async until(promise) {
      let isOver = false
      promise.then(
        () => (isOver = true),
        () => (isOver = true),
      )
      await settle()
      while (!isOver) {
        if (sleepers.size === 0) throw new Error('Nothing sleeps, and the promise still waits')
        await wakeNext()
      }
      return promise
    },
    jumpWall: (ms) => {
      wallOffset += ms
    },
  }
}

/** Waits until all callbacks that are ready have run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
