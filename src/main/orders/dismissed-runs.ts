import { z } from 'zod'
import type { Database } from '../store/database.ts'
import { readSetting, saveSetting } from '../store/settings.ts'
import { parseJson } from '../store/stored-error.ts'

/** Ended runs that the person has looked at and put away; their orders stay in the list. */
export interface DismissedRuns {
  has(runId: string): boolean
  add(runId: string): void
}

const rowName = 'dismissed_runs'
/** More runs than end in the days for which an ended one is shown; the oldest go. */
const mostRuns = 500

export function createDismissedRuns(database: Database): DismissedRuns {
  const stored = z.array(z.string()).safeParse(parseJson(readSetting(database, rowName) ?? '[]'))
  let runIds = new Set(stored.data ?? [])
  return {
    has: (runId) => runIds.has(runId),
    add(runId) {
      const next = [...runIds, runId].slice(-mostRuns)
      saveSetting(database, rowName, JSON.stringify(next))
      runIds = new Set(next)
    },
  }
}
