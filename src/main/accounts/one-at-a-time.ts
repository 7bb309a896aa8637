import type { Clock } from '#main/clock.ts'
import { breathe } from '#main/pace/slices.ts'

/**
 * Runs works one after another, each given up after `timeoutMs` from the moment it was asked for: then `timedOut` is thrown, a
 * work that had not begun never begins, and the answer of one that had is dropped. The next still waits for that one to end,
 * because a second call beside one that hangs would hang too and take a thread with it.
 */
export function createOneAtATime({ clock, timeoutMs, timedOut }: { clock: Clock; timeoutMs: number; timedOut: () => Error }) {
  let last: Promise<unknown> = Promise.resolve()
  let hanging = 0

  async function run<T>(work: () => Promise<T>): Promise<T> {
    let isGivenUp = false
    let isRunning = false
    const outcome = last.then(async () => {
      if (isGivenUp) throw timedOut()
      isRunning = true
      try {
        return await work()
      } finally {
        isRunning = false
        if (isGivenUp) hanging -= 1
      }
    })
    last = outcome.catch(() => undefined)
    const timer = new AbortController()
    const timeout = clock.sleep(timeoutMs, timer.signal).then(
      async () => {
        // Timers come before answers: one that is there already counts.
        await breathe()
        if (timer.signal.aborted) return outcome
        isGivenUp = true
        if (isRunning) hanging += 1
        throw timedOut()
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

  return { run, isHanging: () => hanging > 0 }
}
