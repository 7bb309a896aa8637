import type { Clock } from '#main/clock.ts'
import type { VirtualTime } from './virtual-time.ts'

/** One simulated process. After a crash, nothing of it continues, and its pending promises never settle. */
export interface SimulatedProcess {
  readonly isOver: boolean
  readonly clock: Clock
  /** Ends the process at once. */
  end(): void
  /** Runs one step of input or output. The step itself is outside the process, so it continues after a crash. */
  step<T>(name: string, run: () => T | Promise<T>): Promise<T>
}

interface Options {
  time: VirtualTime
  /** Wall clock minus true time, in milliseconds. It may change. */
  wallError: () => number
  /** Time at which the machine was started. Default: long ago. */
  bootedAt?: number
  /** Number of steps until it crashes; null: it never crashes by itself. */
  stepsLeft: number | null
  /** The crash is after the step instead of before it. */
  diesAfter: boolean
  /** Called around each step. It may end the process. */
  onStep?: () => void
  onEnd: (step: string) => void
}

/** Creates a new promise each time: a shared one would keep everything that ever awaited it in memory. */
const never = () => new Promise<never>(() => undefined)

export function startSimulatedProcess({
  time,
  wallError,
  bootedAt = 0,
  stepsLeft,
  diesAfter,
  onStep,
  onEnd,
}: Options): SimulatedProcess {
  /** Removes abort listeners at the end, because a signal keeps its listeners in memory. */
  const asleep = new Set<() => void>()
  let isOver = false
  let left = stepsLeft ?? Infinity
  const end = (step: string) => {
    if (isOver) return
    isOver = true
    for (const forget of asleep) forget()
    asleep.clear()
    onEnd(step)
  }
  return {
    get isOver() {
      return isOver
    },
    end: () => end('killed'),
    clock: {
      now: () => time.now() + wallError(),
      monotonic: () => time.now() - bootedAt,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (isOver) return
          if (signal?.aborted) return reject(signal.reason as Error)
          const forget = () => signal?.removeEventListener('abort', stop)
          const stop = () => {
            callOff()
            asleep.delete(forget)
            if (!isOver) reject(signal?.reason as Error)
          }
          const callOff = time.at(time.now() + Math.max(0, ms), () => {
            forget()
            asleep.delete(forget)
            if (!isOver) resolve()
          })
          asleep.add(forget)
          signal?.addEventListener('abort', stop, { once: true })
        }),
    },
    async step(name, run) {
      if (isOver) return never()
      left -= 1
      if (left < 0 && !diesAfter) {
        end(`before ${name}`)
        return never()
      }
      onStep?.()
      if (isOver) return never()
      try {
        const result = await run()
        if (!isOver) onStep?.()
        if (isOver) return await never()
        if (left < 0) {
          end(`after ${name}`)
          return await never()
        }
        return result
      } catch (error) {
        if (isOver) return never()
        throw error
      }
    },
  }
}
