import { unfinishedJobItemStates, type Job } from '#shared/ipc/jobs.ts'
import type { Database } from '#main/store/database.ts'

/** Items of one account in an ended job. */
export interface EndedAccountItems {
  accountId: string
  items: number
  /** Those in `unfinishedJobItemStates`. */
  unfinished: number
}

/** The items of an ended job by account. They never change. */
export function queryEndedItemsByAccount(database: Database, jobId: string): EndedAccountItems[] {
  return database.all<EndedAccountItems>(
    `select account_id as accountId, count(*) as items, sum(state in (select value from json_each(?))) as unfinished
     from job_item where job_id = ? group by account_id`,
    JSON.stringify(unfinishedJobItemStates),
    jobId,
  )
}

/** Of known accounts, the unfinished items; of removed accounts, all items. */
export function countUnfinishedItems(
  ended: readonly EndedAccountItems[],
  isAccountKnown: (accountId: string) => boolean,
): Pick<Job, 'unfinished' | 'ofRemovedAccounts'> {
  const counts = { unfinished: 0, ofRemovedAccounts: 0 }
  for (const { accountId, items, unfinished } of ended) {
    if (isAccountKnown(accountId)) counts.unfinished += unfinished
    else counts.ofRemovedAccounts += items
  }
  return counts
}
