import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from './chunked-work.ts'

/**
 * Runs works one after another, each given up after `timeoutMs` from the moment it was asked for: then `createTimeoutError` is thrown, a
 * work that had not begun never begins, and the answer of one that had is dropped. The next still waits for that one to end,
 * because a second call beside one that hangs would hang too and take a thread with it.
 */
export function createSerialQueue({ clock, timeoutMs, createTimeoutError }: { clock: Clock; timeoutMs: number; createTimeoutError: () => Error }) {
  let last: Promise<unknown> = Promise.resolve()
  let hungCalls = 0

  async function run<T>(work: () => Promise<T>): Promise<T> {
    let isGivenUp = false
    let isRunning = false
    const outcome = last.then(async () => {
      if (isGivenUp) throw createTimeoutError()
      isRunning = true
      try {
        return await work()
      } finally {
        isRunning = false
        if (isGivenUp) hungCalls -= 1
      }
    })
    last = outcome.catch(() => undefined)
    const timer = new AbortController()
    const timeout = clock.sleep(timeoutMs, timer.signal).then(
      async () => {
        // Timers come before answers: one that is there already counts.
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
