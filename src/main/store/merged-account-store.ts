import { isNonArrayObject } from '#shared/is-non-array-object.ts'
import type { Database } from './database.ts'
import { parseJsonOrNull } from './parse-stored-json.ts'
import { querySetting, storeSetting } from './settings-store.ts'

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

/** IDs of an account and of the account into which it is being merged. */
export interface BegunMerge {
  from: string
  into: string
}

const begunMergesRowName = 'begun_account_merges'

/** Returns the merges that have moved data and have not ended. */
export function queryBegunMerges(database: Database): BegunMerge[] {
  const stored = parseJsonOrNull(querySetting(database, begunMergesRowName) ?? '[]')
  return Array.isArray(stored) ? stored.filter(isBegunMerge) : []
}

/** Replaces an earlier merge of the same account. Call it in the transaction that begins to move data. */
export function storeBegunMerge(database: Database, merge: BegunMerge): void {
  storeBegunMerges(database, [...queryBegunMerges(database).filter(({ from }) => from !== merge.from), merge])
}

/** The merge has ended: other merges into `from` continue into the remaining account. */
export function endBegunMerge(database: Database, { from, into }: BegunMerge): void {
  const others = queryBegunMerges(database).flatMap((merge) => {
    if (merge.from === from || (merge.into === from && merge.from === into)) return []
    return [merge.into === from ? { ...merge, into } : merge]
  })
  storeBegunMerges(database, others)
}

/** Deletes the merges from or into the account. */
export function deleteBegunMergesOfAccount(database: Database, accountId: string): void {
  const merges = queryBegunMerges(database)
  const others = merges.filter(({ from, into }) => from !== accountId && into !== accountId)
  if (others.length < merges.length) storeBegunMerges(database, others)
}

function storeBegunMerges(database: Database, merges: readonly BegunMerge[]): void {
  storeSetting(database, begunMergesRowName, JSON.stringify(merges))
}

function isBegunMerge(value: unknown): value is BegunMerge {
  return isNonArrayObject(value) && typeof value['from'] === 'string' && typeof value['into'] === 'string'
}
