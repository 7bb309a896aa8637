/** Time as a dependency, so that tests can control it. */
export interface Clock {
  /** Wall clock, epoch milliseconds. It may jump, so never measure durations with it. */
  now(): number
  /** Milliseconds since the machine was started, equal in all processes until the next start. Never decreases. */
  monotonic(): number
  /** Resolves after `ms` of monotonic time, at most about 24.8 days. Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Maximum delay of a Node timer; a longer one would fire at once. Longer sleeps are shortened to it. */
const maxTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => {
    const [seconds, nanoseconds] = process.hrtime()
    return seconds * 1000 + nanoseconds / 1e6
  },
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        },
        Math.min(Math.max(0, ms), maxTimerMs),
      )
      signal?.addEventListener('abort', stop, { once: true })
    }),
}
