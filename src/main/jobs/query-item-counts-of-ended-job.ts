import { notFullyDoneJobItemStates, type Job } from '#shared/ipc/jobs.ts'
import type { Database } from '#main/store/database.ts'
import { queryPositionsOfItemsFinishedLater } from './query-items-continued-in-later-jobs.ts'

/** Counts of the items of one account and one state in an ended job. */
export interface EndedJobItemCountsOfAccount {
  accountId: string
  state: string
  items: number
  finishedLater: number
  /** Items whose input is not in the backup from which the database was rebuilt. */
  withoutInput: number
}

/**
 * Returns the item counts of an ended job by account and state. A later job may continue this job. The counts change
 * only when an item of that later job ends.
 */
export function queryItemCountsOfEndedJobByAccount(database: Database, jobId: string): EndedJobItemCountsOfAccount[] {
  return database.all<EndedJobItemCountsOfAccount>(
    `select account_id as accountId, state, count(*) as items,
       sum(position in (select value from json_each(?))) as finishedLater, sum(input = 'null') as withoutInput
     from job_item where job_id = ? group by account_id, state`,
    JSON.stringify(queryPositionsOfItemsFinishedLater(database, jobId)),
    jobId,
  )
}

/**
 * Counts the items that a later job finished. For known accounts, also counts the other items that are unfinished. For
 * removed accounts, counts all items. Nothing shows what is left of an item without input.
 */
export function sumItemCountsOfKnownAndRemovedAccounts(
  ended: readonly EndedJobItemCountsOfAccount[],
  isAccountKnown: (accountId: string) => boolean,
): Pick<Job, 'unfinished' | 'finishedLater' | 'ofRemovedAccounts'> {
  const finishedLater = { replan: 0, failed: 0, unknown: 0, cancelled: 0 }
  const counts = { unfinished: 0, finishedLater, ofRemovedAccounts: 0 }
  for (const item of ended) {
    const state = notFullyDoneJobItemStates.find((known) => known === item.state)
    if (state) finishedLater[state] += item.finishedLater
    if (!isAccountKnown(item.accountId)) counts.ofRemovedAccounts += item.items
    else if (state) counts.unfinished += Math.max(0, item.items - item.finishedLater - item.withoutInput)
  }
  return counts
}
