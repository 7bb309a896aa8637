import { restorableWindowStateSchema, type RestorableWindowState } from '#shared/ipc/restorable-window-state.ts'
import type { Database } from './database.ts'
import { parseJsonOrNull } from './parse-stored-json.ts'
import { querySetting, storeSetting } from './settings-store.ts'

/** What the window showed last. */
export interface RestorableWindowStateStore {
  /** Without the parts that were never saved, or that cannot be read. */
  get(): Partial<RestorableWindowState>
  save(viewState: RestorableWindowState): void
}

const rowName = 'view_state'

export function createRestorableWindowStateStore(database: Database): RestorableWindowStateStore {
  return {
    get() {
      const stored = parseJsonOrNull(querySetting(database, rowName) ?? '{}')
      const parts = Object.entries(restorableWindowStateSchema.shape).flatMap(([name, schema]) => {
        const part = schema.safeParse((stored as Record<string, unknown> | null)?.[name])
        return part.success ? [[name, part.data]] : []
      })
      return Object.fromEntries(parts) as Partial<RestorableWindowState>
    },
    save(viewState) {
      storeSetting(database, rowName, JSON.stringify(viewState))
    },
  }
}
