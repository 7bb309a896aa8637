import { secondMs } from '#shared/durations.ts'
import { runOnRowRanges } from './delete-or-reassign-log-entries-and-requests.ts'
import { floorToSecond } from './execution-log-store.ts'
import type { Database } from '#main/store/database.ts'
import { addTimeSpan, intersectTimeSpans } from './add-subtract-and-intersect-time-spans.ts'
import { queryCompleteLogSpans, queryKeyLogArchiveState } from './log-archive-state-store.ts'

/**
 * Keeps what is stored of the key's log apart from the log of its new secret, which is read from its start. Call it in
 * the transaction that replaces the secret, and `markEntriesOfReplacedSecrets` after it. Entries since the last reading
 * are lost, because the service returns to a secret only its own log. `now`: by the clock of this computer.
 */
export function separateLogOfReplacedSecret(database: Database, keyId: string, now: number): void {
  const { clockLeadMs } = queryKeyLogArchiveState(database, keyId)
  const replacedAt = floorToSecond(now + clockLeadMs) + secondMs
  const before = intersectTimeSpans(queryCompleteLogSpans(database, keyId), [{ from: 0, to: replacedAt }])
  const spans = addTimeSpan(before, { from: replacedAt, to: Number.MAX_SAFE_INTEGER })
  for (const table of ['log_span', 'replaced_secret_log_span', 'log_archive', 'log_reading'])
    database.run(`delete from ${table} where key_id = ?`, keyId)
  for (const { from, to } of spans)
    database.run('insert into replaced_secret_log_span (key_id, from_at, to_at) values (?, ?, ?)', keyId, from, to)
  database.run(
    `insert into log_archive (key_id, clock_offset_ms, replaced_secret_last_row) values (?, ?, (select max(rowid) from log_entry))`,
    keyId,
    clockLeadMs,
  )
}

/** Call it before pages of the key's log are stored. Does nothing if all entries are marked. */
export async function markEntriesOfReplacedSecrets(database: Database, keyId: string): Promise<void> {
  const lastRow = database.get<{ id: number | null }>(
    'select replaced_secret_last_row as id from log_archive where key_id = ?',
    keyId,
  )?.id
  if (lastRow === null || lastRow === undefined) return
  const sql = `update log_entry set is_of_replaced_secret = 1 where key_id = ? and rowid <= ?`
  await runOnRowRanges(database, 'log_entry', sql, keyId, lastRow)
  database.run(
    'update log_archive set replaced_secret_last_row = null where key_id = ? and replaced_secret_last_row = ?',
    keyId,
    lastRow,
  )
}

/** Returns a function that tells whether the key still has the secret that it has now. */
export function rememberPresentSecret(database: Database, keyId: string): () => boolean {
  const querySecretId = () =>
    database.get<{ id: string }>('select coalesce(secret_id, id) as id from api_key where id = ?', keyId)?.id
  const secretId = querySecretId()
  return () => querySecretId() === secretId
}
