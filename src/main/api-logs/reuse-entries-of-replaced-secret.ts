import type { Database } from '#main/store/database.ts'
import { buildLogEntryIdentity, type StoredLogEntry } from './parse-log-entry-and-count-equal-entries.ts'
import { queryCompleteLogSpansOfReplacedSecrets } from './log-archive-state-store.ts'

const columns =
  'rowid as id, at, method, path, status_code as statusCode, response_time_ms as responseTimeMs, ip_address as ipAddress'

/**
 * A key may get a secret again that it had before. The page then shows entries that are stored as those of a replaced
 * secret. They become entries of the present secret, because the page would otherwise be stored a second time. The
 * secrets themselves are not compared, because a replaced secret is deleted. So the page counts as one of a replaced
 * secret if it has entries from the time whose log of every replaced secret is complete, and all of these are stored.
 */
export function reuseEntriesOfReplacedSecret(
  database: Database,
  keyId: string,
  entries: readonly StoredLogEntry[],
): void {
  const [complete] = queryCompleteLogSpansOfReplacedSecrets(database, keyId)
  const [newest, last] = [entries[0], entries.at(-1)]
  if (!complete || !newest || !last || last.at > complete.to) return
  const rows = database.all<StoredLogEntry & { id: number }>(
    `select ${columns} from log_entry where key_id = ? and is_of_replaced_secret = 1 and at between ? and ?`,
    keyId,
    last.at,
    newest.at,
  )
  const idsByIdentity = new Map<string, number[]>()
  for (const row of rows) {
    const identity = buildLogEntryIdentity(row)
    idsByIdentity.set(identity, [...(idsByIdentity.get(identity) ?? []), row.id])
  }
  const found: number[] = []
  let isAnyInCompleteTime = false
  for (const entry of entries) {
    const id = idsByIdentity.get(buildLogEntryIdentity(entry))?.pop()
    const isInCompleteTime = entry.at >= complete.from && entry.at <= complete.to
    if (isInCompleteTime && id === undefined) return
    isAnyInCompleteTime ||= isInCompleteTime
    if (id !== undefined) found.push(id)
  }
  if (!isAnyInCompleteTime) return
  for (const id of found) database.run('update log_entry set is_of_replaced_secret = 0 where rowid = ?', id)
}
