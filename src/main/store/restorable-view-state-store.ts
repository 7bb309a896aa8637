import { restorableViewStateSchema, type RestorableViewState } from '#shared/ipc/restorable-view-state.ts'
import type { Database } from './database.ts'
import { parseJsonOrNull } from './parse-stored-json.ts'
import { querySetting, storeSetting } from './settings-store.ts'

/** What the window showed last. */
export interface RestorableViewStateStore {
  /** Returns the saved parts. A part that was never saved, or that cannot be read, is missing. */
  get(): Partial<RestorableViewState>
  save(viewState: RestorableViewState): void
}

const rowName = 'view_state'

export function createRestorableViewStateStore(database: Database): RestorableViewStateStore {
  return {
    get() {
      const stored = parseJsonOrNull(querySetting(database, rowName) ?? '{}')
      const parts = Object.entries(restorableViewStateSchema.shape).flatMap(([name, schema]) => {
        const part = schema.safeParse((stored as Record<string, unknown> | null)?.[name])
        return part.success ? [[name, part.data]] : []
      })
      return Object.fromEntries(parts) as Partial<RestorableViewState>
    },
    save(viewState) {
      storeSetting(database, rowName, JSON.stringify(viewState))
    },
  }
}
