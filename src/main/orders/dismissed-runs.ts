import { z } from 'zod'
import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** Ended runs that the person has looked at and put away; their orders stay in the list. */
export interface DismissedRuns {
  has(runId: string): boolean
  add(runId: string): void
}

const rowName = 'dismissed_runs'
/** More runs than end in the days for which an ended one is shown; the oldest go. */
const mostRuns = 500

export function createDismissedRuns(database: Database): DismissedRuns {
  const stored = z.array(z.string()).safeParse(parseJsonOrNull(querySetting(database, rowName) ?? '[]'))
  let runIds = new Set(stored.data ?? [])
  return {
    has: (runId) => runIds.has(runId),
    add(runId) {
      const next = [...runIds, runId].slice(-mostRuns)
      storeSetting(database, rowName, JSON.stringify(next))
      runIds = new Set(next)
    },
  }
}
