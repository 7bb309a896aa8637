import type { Clock } from '#main/clock.ts'
import type { VirtualTime } from './virtual-time.ts'

/** One process, from its start to its end: after a crash nothing of it goes on, and nothing that it waited for comes back. */
export interface SimulatedProcess {
  readonly isOver: boolean
  readonly clock: Clock
  /** Ends it here and now. */
  end(): void
  /** One step of input or output: what it works on is not this process, so that it goes on without it. */
  step<T>(name: string, run: () => T | Promise<T>): Promise<T>
}

interface Options {
  time: VirtualTime
  /** The wall clock minus the true time, milliseconds; may change. */
  wallError: () => number
  /** When the machine was started; left out: long ago. */
  bootedAt?: number
  /** Steps until it crashes; null: never by itself. */
  stepsLeft: number | null
  /** It crashes after the step, not before it. */
  diesAfter: boolean
  /** Asked around each step; may end it. */
  onStep?: () => void
  onEnd: (step: string) => void
}

/** A promise each: one for all would hold whatever ever waited for it. */
const never = () => new Promise<never>(() => undefined)

export function startSimulatedProcess({ time, wallError, bootedAt = 0, stepsLeft, diesAfter, onStep, onEnd }: Options): SimulatedProcess {
  /** A signal that is listened to holds whatever would hear it. */
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
