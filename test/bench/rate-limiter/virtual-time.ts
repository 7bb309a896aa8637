import type { Clock } from '#main/clock.ts'

type Callback = () => void
interface Timer {
  at: number
  order: number
  wake: Callback | null
}

export interface VirtualTime {
  clock: Clock
  after(ms: number, wake: Callback): Timer
  cancel(timer: Timer): void
  /** Lets time pass until the promise settles. */
  until<T>(promise: Promise<T>): Promise<T>
  /**
   * Replaces `setTimeout`, `setInterval`, `setImmediate` and `Date.now` of the process by this time, for libraries
   * without a clock parameter. Time waits for callbacks of `setImmediate`. Returns a function that restores the
   * originals.
   */
  install(): () => void
  jumpWall(ms: number): void
}

/**
 * A clock that jumps to the next timer as soon as all pending work is done. `wallError`: error of the wall clock, in
 * milliseconds.
 */
export function createVirtualTime(startsAt: number, wallError = 0): VirtualTime {
  const heap: Timer[] = []
  let [elapsed, order, error] = [0, 0, wallError]
  const atOnce = setImmediate
  /** Pending `setImmediate` callbacks. Time does not pass until they have run. */
  const pendingImmediates = new Set<NodeJS.Immediate>()

  async function drain(): Promise<void> {
    do await new Promise<void>((resolve) => void atOnce(resolve))
    while (pendingImmediates.size > 0)
  }

  const isBefore = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order)

  function push(timer: Timer): void {
    let index = heap.push(timer) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(timer, heap[parent] as Timer)) break
      heap[index] = heap[parent] as Timer
      index = parent
    }
    heap[index] = timer
  }

  function pop(): Timer | undefined {
    const [first] = heap
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      if (left >= heap.length) break
      const right = left + 1
      const child = right < heap.length && isBefore(heap[right] as Timer, heap[left] as Timer) ? right : left
      if (!isBefore(heap[child] as Timer, last)) break
      heap[index] = heap[child] as Timer
      index = child
    }
    heap[index] = last
    return first
  }

  function after(ms: number, wake: Callback): Timer {
    const timer: Timer = { at: elapsed + Math.max(0, ms), order: (order += 1), wake }
    push(timer)
    return timer
  }

  const now = () => startsAt + elapsed + error

  const clock: Clock = {
    now,
    monotonic: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error)
        const stop = () => {
          timer.wake = null
          reject(signal?.reason as Error)
        }
        const timer = after(ms, () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        })
        signal?.addEventListener('abort', stop, { once: true })
      }),
  }

  return {
    clock,
    after,
    cancel(timer) {
      timer.wake = null
    },
    async until(promise) {
      let isOver = false
      const end = () => {
        isOver = true
      }
      promise.then(end, end)
      await drain()
      while (!isOver) {
        const timer = pop()
        if (!timer) throw new Error('Nothing waits for time, and the promise still waits')
        if (!timer.wake) continue
        elapsed = Math.max(elapsed, timer.at)
        timer.wake()
        await drain()
      }
      return promise
    },
    install() {
      const before = {
        setTimeout,
        clearTimeout,
        setInterval,
        clearInterval,
        setImmediate,
        clearImmediate,
        now: Date.now,
      }
      const handle = (timer: Timer) => Object.assign(timer, { unref: () => timer, ref: () => timer })
      const stop = (timer: Timer | undefined) => {
        if (timer) timer.wake = null
      }
      const every = (work: Callback, ms: number) => {
        const again = () => {
          work()
          // The work of the timer has stopped the timer.
          if (timer.wake === null) return
          timer.at = elapsed + ms
          timer.order = order += 1
          push(timer)
        }
        const timer = after(ms, again)
        return handle(timer)
      }
      Object.assign(globalThis, {
        setTimeout: (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
          handle(after(ms, () => work(...args))),
        setInterval: (work: Callback, ms = 0) => every(work, Math.max(1, ms)),
        setImmediate: (work: (...args: unknown[]) => void, ...args: unknown[]) => {
          const immediate = atOnce(() => {
            pendingImmediates.delete(immediate)
            work(...args)
          })
          pendingImmediates.add(immediate)
          return immediate
        },
        clearImmediate: (immediate: NodeJS.Immediate) => {
          pendingImmediates.delete(immediate)
          before.clearImmediate(immediate)
        },
        clearTimeout: stop,
        clearInterval: stop,
      })
      Date.now = now
      return () => {
        const { now: realNow, ...timers } = before
        Object.assign(globalThis, timers)
        Date.now = realNow
      }
    },
    jumpWall(ms) {
      error += ms
    },
  }
}
