import type { Database } from './database.ts'

/** The IDs of one user's accounts before and after merges. */
export interface MergedAccountIds {
  /** The account into which the account was merged; the given ID if it was not merged. */
  currentId(accountId: string): string
  /** The given ID, and the IDs of all accounts that were merged into this account. */
  withFormerIds(accountId: string): readonly string[]
}

interface MergedAccountRow {
  id: string
  into: string
}

export function queryMergedAccountIds(database: Database): MergedAccountIds {
  const rows = database.all<MergedAccountRow>('select id, into_id as "into" from merged_account')
  const currentIds = new Map(rows.map(({ id, into }) => [id, into]))
  return {
    currentId: (accountId) => currentIds.get(accountId) ?? accountId,
    withFormerIds: (accountId) => [accountId, ...rows.filter(({ into }) => into === accountId).map(({ id }) => id)],
  }
}

/**
 * Accounts that were merged into `from` earlier belong to `into`, too, so that one lookup finds the current account.
 */
export function storeMergedAccount(database: Database, from: string, into: string): void {
  database.run('update merged_account set into_id = ? where into_id = ?', into, from)
  database.run('insert into merged_account (id, into_id) values (?, ?)', from, into)
}
