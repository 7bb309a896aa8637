/** Time as a value, so that tests can hold it. */
export interface Clock {
  /** Wall clock, epoch milliseconds. May jump: never measure a wait with it. */
  now(): number
  /** Milliseconds since the machine was started: the same in every process until it is started again. Never goes back. */
  monotonic(): number
  /** Resolves after `ms` of monotonic time; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** What a timer holds; a longer one would ring at once. */
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
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, Math.min(Math.max(0, ms), maxTimerMs))
      signal?.addEventListener('abort', stop, { once: true })
    }),
}
