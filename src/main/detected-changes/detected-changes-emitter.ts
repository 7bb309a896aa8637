import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { Database } from '#main/store/database.ts'

export interface DetectedChangesEmitter {
  /** Emits `detectedChanges.changed` if entries were added since the last call. Call it after a reading was stored. */
  check(): void
  flush(): void
}

const emitIntervalMs = 250

export function createDetectedChangesEmitter(
  database: Database,
  clock: Clock,
  emit: EmitEvent,
): DetectedChangesEmitter {
  const throttle = createThrottle(clock, emitIntervalMs, () => emit('detectedChanges.changed', {}))
  const queryNewest = () => database.get<{ id: number | null }>('select max(id) as id from seen_change')?.id ?? 0
  let newest = queryNewest()
  return {
    check() {
      const id = queryNewest()
      if (id <= newest) return
      newest = id
      throttle.trigger()
    },
    flush: () => throttle.flush(),
  }
}
