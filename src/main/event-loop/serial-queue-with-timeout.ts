import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from './chunked-work.ts'

/**
 * Runs tasks one after another. A task rejects with `createTimeoutError` when `timeoutMs` have passed since its
 * request. A waiting task is then never started. The result of a running task is dropped. The next task still waits for
 * the running task to end, because a second call would hang too and occupy another thread.
 */
export function createSerialQueueWithTimeout({
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
        // After a blocked event loop, timers run before responses. The queue waits one more turn, so that a result that
        // is ready is still used.
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
