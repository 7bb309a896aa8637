import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from './chunked-work.ts'

/**
 * Runs tasks one after another. A task that is not done `timeoutMs` after it was requested rejects with `createTimeoutError`: it never starts if it
 * has not started yet, and its result is dropped otherwise. The next task still waits for the running one to end, because a second call beside a
 * hanging one would hang too and occupy another thread.
 */
export function createSerialQueue({
  clock,
  timeoutMs,
  createTimeoutError,
}: {
  clock: Clock
  timeoutMs: number
  createTimeoutError: () => Error
}) {
  let last: Promise<unknown> = Promise.resolve()
  let hungCalls = 0

  async function run<T>(task: () => Promise<T>): Promise<T> {
    let isGivenUp = false
    let isRunning = false
    const outcome = last.then(async () => {
      if (isGivenUp) throw createTimeoutError()
      isRunning = true
      try {
        return await task()
      } finally {
        isRunning = false
        if (isGivenUp) hungCalls -= 1
      }
    })
    last = outcome.catch(() => undefined)
    const timer = new AbortController()
    const timeout = clock.sleep(timeoutMs, timer.signal).then(
      async () => {
        // After a blocked event loop, timers run before responses. One more turn lets a result that is ready count.
        await yieldToEventLoop()
        if (timer.signal.aborted) return outcome
        isGivenUp = true
        if (isRunning) hungCalls += 1
        throw createTimeoutError()
      },
      () => outcome,
    )
    try {
      return await Promise.race([outcome, timeout])
    } finally {
      timer.abort()
      timeout.catch(() => undefined)
    }
  }

  return { run, hasHungCall: () => hungCalls > 0 }
}
