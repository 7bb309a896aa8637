import { domainToUnicode } from 'node:url'
import { formatRecordForSearch } from '#main/store/format-record-for-search.ts'
import type { DetectedChange, DetectedChangeValues } from '#shared/ipc/detected-changes.ts'
import type { Database } from '#main/store/database.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'

/**
 * Table and column names are older than the term: a row of `seen_change` is a detected change, `seen_at` its
 * `detectedAt`.
 */
const insertSql = `insert into seen_change
    (account_id, account_label, kind, name, field, change, search_text, previous_read_at, seen_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`

/**
 * Stores what differs between two readings, in the transaction that stores the newer one. Stores nothing if the newer
 * reading is not later than the former reading. This happens if answers overtake each other, or if the clock was set
 * back. It is then not known when the values changed.
 */
export function storeDetectedChanges(
  database: Database,
  { accountId, kind, name }: Pick<DetectedChange, 'accountId' | 'kind' | 'name'>,
  changes: readonly DetectedChangeValues[],
  previousReadAt: number,
  detectedAt: number,
): void {
  if (changes.length === 0 || previousReadAt > detectedAt) return
  const label = database.get<{ label: string }>('select label from account where id = ?', accountId)?.label ?? accountId
  for (const change of changes)
    database.run(
      insertSql,
      accountId,
      label,
      kind,
      name,
      change.field,
      JSON.stringify(change),
      normalizeSearchText([name, domainToUnicode(name), label, ...valueTexts(name, change)].join('\n')),
      previousReadAt,
      detectedAt,
    )
}

/**
 * Stores that a list contains a domain or server again. `goneSince`: when the first list without it was read; null: it
 * was listed. Call it before the time of the new list is stored in `sync_run`: the list before it is the previous
 * reading.
 */
export function storeReappearanceInList(
  database: Database,
  target: Pick<DetectedChange, 'accountId' | 'kind' | 'name'>,
  goneSince: number | null,
  detectedAt: number,
): void {
  if (goneSince === null) return
  const lastListAt =
    database.get<{ at: number | null }>(
      `select ${target.kind}s_read_at as at from sync_run where account_id = ?`,
      target.accountId,
    )?.at ?? goneSince
  const previousReadAt = lastListAt < detectedAt ? Math.max(lastListAt, goneSince) : goneSince
  storeDetectedChanges(database, target, [{ field: 'listed', before: false, after: true }], previousReadAt, detectedAt)
}

/**
 * Returns the values for the text search. Fields that are on or off have no text; the user finds them by the field
 * filter.
 */
function valueTexts(name: string, change: DetectedChangeValues): string[] {
  switch (change.field) {
    case 'record':
      return [change.before, change.after].flatMap((record) =>
        record === null ? [] : [formatRecordForSearch(name, record)],
      )
    case 'nameservers':
    case 'epp_statuses':
    case 'ip_address':
    case 'php_versions':
    case 'db_versions':
      return [...change.before, ...change.after]
    case 'plan':
      return [change.before, change.after].flatMap((plan) => [plan.id ?? '', plan.name ?? ''])
    case 'status':
    case 'expiry':
    case 'memo':
      return [change.before ?? '', change.after ?? '']
    default:
      return []
  }
}
