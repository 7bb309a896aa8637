import { minuteMs, secondMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { computeMsUntilOverviewChanges } from './compute-ms-until-overview-changes.ts'

export interface TimeDependentChangesEmitter {
  /** Emits until `closing` is aborted. Throws errors of the database. */
  start(): Promise<void>
  /** Call it after a change of the stored data that may change sooner, such as a new expiry time of a key. */
  noteStoredDataChanged(): void
}

const maxIntervalMs = 5 * minuteMs
const clockCheckIntervalMs = 30 * secondMs

/**
 * Calls `emit` when what the windows show changes by time alone, soon after the computer slept or its clock was set,
 * and at least every five minutes.
 */
export function createTimeDependentChangesEmitter({
  database,
  clock,
  closing,
  emit,
}: {
  database: Database
  clock: Clock
  closing: AbortSignal
  emit: () => void
}): TimeDependentChangesEmitter {
  let waiting = new AbortController()

  /** Resolves to false if the stored data changed meanwhile. */
  function wait(ms: number): Promise<boolean> {
    waiting = new AbortController()
    const stop = AbortSignal.any([closing, waiting.signal])
    return clock.sleep(ms, stop).then(
      () => true,
      () => false,
    )
  }

  /** Changes when the wall clock is set, and while the computer sleeps, because the monotonic clock may stop then. */
  const wallClockOffsetMs = () => clock.now() - clock.monotonic()

  return {
    async start() {
      let emittedAt = clock.monotonic()
      let emittedOffsetMs = wallClockOffsetMs()
      while (!closing.aborted) {
        const intervalLeftMs = Math.max(0, emittedAt + maxIntervalMs - clock.monotonic())
        const dueInMs = Math.min(intervalLeftMs, computeMsUntilOverviewChanges(database, clock.now()))
        if (!(await wait(Math.min(dueInMs, clockCheckIntervalMs)))) continue
        const hasClockJumped = Math.abs(wallClockOffsetMs() - emittedOffsetMs) > secondMs
        if (dueInMs > clockCheckIntervalMs && !hasClockJumped) continue
        emittedAt = clock.monotonic()
        emittedOffsetMs = wallClockOffsetMs()
        emit()
      }
    },
    noteStoredDataChanged: () => waiting.abort(),
  }
}
