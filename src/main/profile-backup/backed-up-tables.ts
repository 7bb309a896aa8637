import type { JobKindName } from '#shared/ipc/jobs.ts'

/** Rows of one table that are in the backup. */
export interface BackedUpTable {
  name: string
  /** SQL condition; absent: all rows. */
  where?: string
  /**
   * SQL conditions on the row before (`old`) and after (`new`) a change. The backup becomes outdated if either row
   * meets its condition. Absent: every change makes it outdated.
   */
  outdatedBy?: { old: string; new: string }
}

/**
 * Rows of `setting` that describe this file and not the profile. A restored list of orphaned secrets might name a
 * secret that was used after the backup was written, and Banto would delete it from the keychain.
 */
const settingsOfFile = [
  'annotation_revision',
  'backup_revision',
  'database_rebuild',
  'database_rebuilt_at',
  'keychain_leftovers',
]
/** Rows of `setting` that change with every click. */
const frequentSettings = ['view_state', 'window_bounds']

/** Whether a job changes something at the service. Jobs that only read are not in the backup. */
const isChangingKind: Record<JobKindName, boolean> = {
  domain_changes: true,
  new_site: true,
  clear_caches: true,
  read_domains: false,
  read_servers: false,
  read_error_logs: false,
}
const changingKinds = Object.entries(isChangingKind).flatMap(([kind, isChanging]) => (isChanging ? [kind] : []))
/**
 * The items of a job say which of its changes are being sent. A copy for each of these would be written every second.
 */
const isUndecided = (row: string) => `(${row}result = 'unknown' or (${row}result = 'sending' and ${row}job_id is null))`
const openJobs = `ended_at is null and is_complete = 1 and kind in (${quoteAll(changingKinds)})`

/**
 * The tables whose data only this backup can restore, because the service does not store these data. They are in the
 * order of insertion: a row comes after the rows that it refers to. The tables that may be large come last, because
 * rows beyond the size limit are left out. Tags, customers and notes have a backup of their own (ADR 29), and an
 * OpenAPI document, which may be large, is a file of the user.
 */
export const backedUpTables: readonly BackedUpTable[] = [
  {
    name: 'setting',
    where: `name not in (${quoteAll(settingsOfFile)})`,
    outdatedBy: namedSetting([...settingsOfFile, ...frequentSettings]),
  },
  { name: 'account' },
  { name: 'api_key' },
  { name: 'merged_account' },
  { name: 'folder_expiry_thresholds' },
  { name: 'balance_refusal' },
  { name: 'log_address', where: 'is_marked = 1', outdatedBy: { old: 'old.is_marked = 1', new: 'new.is_marked = 1' } },
  { name: 'saved_view' },
  { name: 'preset' },
  { name: 'zone_template' },
  { name: 'openapi_pin' },
  { name: 'job', where: openJobs },
  { name: 'change_log', where: isUndecided(''), outdatedBy: { old: isUndecided('old.'), new: isUndecided('new.') } },
  { name: 'console_request' },
  { name: 'zone_draft' },
]

function namedSetting(excluded: readonly string[]): { old: string; new: string } {
  const condition = (row: string) => `${row}.name not in (${quoteAll(excluded)})`
  return { old: condition('old'), new: condition('new') }
}

function quoteAll(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ')
}
