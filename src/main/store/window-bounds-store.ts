import { z } from 'zod'
import { isAppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { Database } from './database.ts'
import { parseJsonOrNull } from './parse-stored-json.ts'
import { querySetting, storeSetting } from './settings-store.ts'

const windowBoundsSchema = z.object({
  /** Pixels of the screen, independent of its scale. */
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** The other values are those of the window before it was maximized. */
  isMaximized: z.boolean(),
})
export type WindowBounds = z.infer<typeof windowBoundsSchema>

/** Where the window was last. */
export interface WindowBoundsStore {
  /** Null if no bounds were saved, or if they cannot be read. */
  get(): WindowBounds | null
  /** Stores the bounds soon: a window that is being moved changes them many times per second. */
  save(bounds: WindowBounds): void
  /** Stores the newest bounds now. */
  flush(): void
}

const rowName = 'window_bounds'
const storeIntervalMs = 500

export function createWindowBoundsStore({ database, clock }: { database: Database; clock: Clock }): WindowBoundsStore {
  let newest: WindowBounds | null = null
  const throttle = createThrottle(clock, storeIntervalMs, () => {
    try {
      storeSetting(database, rowName, JSON.stringify(newest))
    } catch (error) {
      // A database that cannot be written is reported by the commands that need it.
      if (!isAppError(error)) throw error
    }
  })
  return {
    get: () => windowBoundsSchema.safeParse(parseJsonOrNull(querySetting(database, rowName) ?? 'null')).data ?? null,
    save(bounds) {
      newest = bounds
      throttle.trigger()
    },
    flush: throttle.flush,
  }
}
