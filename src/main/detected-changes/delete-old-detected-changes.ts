import { dayMs } from '#shared/durations.ts'
import { detectedChangesKeptYears } from '#shared/ipc/detected-changes.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'

const keptMs = detectedChangesKeptYears * 365.25 * dayMs
const deletedAtOnce = 500

/** Deletes the entries that are older than the storage period. Works in chunks. `now`: epoch milliseconds. */
export async function deleteOldDetectedChanges(database: Database, now: number, signal?: AbortSignal): Promise<void> {
  const sql = `delete from seen_change where id in (select id from seen_change where seen_at < ? order by seen_at limit ${deletedAtOnce})`
  while (!signal?.aborted && database.run(sql, now - keptMs).changes > 0) await yieldToEventLoop()
}
