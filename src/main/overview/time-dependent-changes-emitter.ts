import { minuteMs } from '#shared/durations.ts'
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

/** Calls `emit` when what the windows show changes by time alone, and at least every five minutes. */
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

  return {
    async start() {
      let emittedAt = clock.monotonic()
      while (!closing.aborted) {
        const intervalLeftMs = Math.max(0, emittedAt + maxIntervalMs - clock.monotonic())
        if (!(await wait(Math.min(intervalLeftMs, computeMsUntilOverviewChanges(database, clock.now()))))) continue
        emittedAt = clock.monotonic()
        emit()
      }
    },
    noteStoredDataChanged: () => waiting.abort(),
  }
}
