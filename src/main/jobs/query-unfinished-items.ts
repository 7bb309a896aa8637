import { unfinishedJobItemStates } from '#shared/ipc/jobs.ts'
import type { Database } from '#main/store/database.ts'

/** Items of one account in an ended job. */
export interface UnfinishedItems {
  accountId: string
  items: number
}

/** The items of an ended job in `unfinishedJobItemStates`, by account. They never change. */
export function queryUnfinishedItems(database: Database, jobId: string): UnfinishedItems[] {
  return database.all<UnfinishedItems>(
    `select account_id as accountId, count(*) as items from job_item
     where job_id = ? and state in (select value from json_each(?)) group by account_id`,
    jobId,
    JSON.stringify(unfinishedJobItemStates),
  )
}

/** The number of items whose account is still known. `currentId`: the present account after a merge. */
export function countItemsOfKnownAccounts(
  database: Database,
  unfinished: readonly UnfinishedItems[],
  currentId: (accountId: string) => string,
): number {
  const isKnown = (accountId: string) =>
    database.get('select 1 from account where id = ?', currentId(accountId)) !== undefined
  return unfinished.reduce((sum, { accountId, items }) => sum + (isKnown(accountId) ? items : 0), 0)
}
