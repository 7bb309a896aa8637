import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { computeMsUntilOverviewChanges } from './compute-ms-until-overview-changes.ts'

export interface TimeDependentChangesEmitter {
  /** Emits until `closing` is aborted. Throws errors of the database. */
  start(): Promise<void>
  /** Call it after a change of the stored data that may change sooner, such as a new expiry time of a key. */
  noteStoredDataChanged(): void
  /** Call it after the wall clock moved against the monotonic clock. Emits. */
  noteClockJump(): void
}

const maxIntervalMs = 5 * minuteMs

/**
 * Calls `emit` when what the windows show changes by time alone, after a jump of the clock, and at least every five
 * minutes.
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
  let emittedAt = clock.monotonic()

  /** Resolves to false if the stored data changed, or the clock jumped, meanwhile. */
  function wait(ms: number): Promise<boolean> {
    waiting = new AbortController()
    const stop = AbortSignal.any([closing, waiting.signal])
    return clock.sleep(ms, stop).then(
      () => true,
      () => false,
    )
  }

  function emitNow(): void {
    emittedAt = clock.monotonic()
    emit()
  }

  return {
    async start() {
      while (!closing.aborted) {
        const intervalLeftMs = Math.max(0, emittedAt + maxIntervalMs - clock.monotonic())
        if (await wait(Math.min(intervalLeftMs, computeMsUntilOverviewChanges(database, clock.now())))) emitNow()
      }
    },
    noteStoredDataChanged: () => waiting.abort(),
    noteClockJump() {
      emitNow()
      waiting.abort()
    },
  }
}
