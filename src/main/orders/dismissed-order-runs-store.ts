import { z } from 'zod'
import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** Stores which ended order runs the user has dismissed. Their orders stay in the list. */
export interface DismissedOrderRunsStore {
  has(runId: string): boolean
  add(runId: string): void
  delete(runId: string): void
}

const rowName = 'dismissed_runs'
/**
 * Maximum number of stored run ids, more than runs end in the days for which an ended run is shown. The oldest are
 * dropped.
 */
const maxDismissedRuns = 500

export function createDismissedOrderRunsStore(database: Database): DismissedOrderRunsStore {
  const stored = z.array(z.string()).safeParse(parseJsonOrNull(querySetting(database, rowName) ?? '[]'))
  let runIds = new Set(stored.data ?? [])

  function store(next: readonly string[]): void {
    storeSetting(database, rowName, JSON.stringify(next))
    runIds = new Set(next)
  }

  return {
    has: (runId) => runIds.has(runId),
    add: (runId) => store([...runIds, runId].slice(-maxDismissedRuns)),
    delete(runId) {
      if (runIds.has(runId)) store([...runIds].filter((id) => id !== runId))
    },
  }
}
