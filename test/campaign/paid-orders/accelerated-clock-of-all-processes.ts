import { systemClock, type Clock } from '#main/clock.ts'

/** Factor by which the clock is faster than real time, so that the app's pauses take no longer than its work. */
const speedFactor = 200
const began = Date.UTC(2026, 10, 20, 3, 0, 0)

/** A clock with equal times in every process, because it counts from the start of the machine. */
export function createFastClock(): Clock {
  const monotonic = () => systemClock.monotonic() * speedFactor
  return {
    now: () => Math.floor(began + monotonic()),
    monotonic,
    sleep: (ms, signal) => systemClock.sleep(ms / speedFactor, signal),
  }
}
