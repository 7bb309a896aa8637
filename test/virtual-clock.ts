import type { Clock } from '#main/clock.ts'

export interface VirtualClock extends Clock {
  /** Lets this much time pass, waking every sleeper in its turn. */
  advance(ms: number): Promise<void>
  /** Lets time pass until the promise ends; throws when nothing sleeps and it still waits. */
  until<T>(promise: Promise<T>): Promise<T>
  /** Moves the wall clock alone, as a person or a time server does. */
  jumpWall(ms: number): void
}

interface Sleeper {
  at: number
  order: number
  wake: () => void
}

/** Time that stands still unless it is told to pass. */
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

/** Until all that is ready to run has run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
