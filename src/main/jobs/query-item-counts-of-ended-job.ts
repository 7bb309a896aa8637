import { notFullyDoneJobItemStates, type Job } from '#shared/ipc/jobs.ts'
import type { Database } from '#main/store/database.ts'
import {
  queryPositionsOfItemsFinishedLater,
  queryPositionsOfItemsInLaterOpenJobs,
} from './query-items-continued-in-later-jobs.ts'

/** Counts of the items of one account and one state in an ended job. */
export interface EndedJobItemCountsOfAccount {
  accountId: string
  state: string
  items: number
  finishedLater: number
  inOpenJobs: number
  /** Items whose input is not in the backup from which the database was rebuilt. */
  withoutInput: number
}

/**
 * Returns the item counts of an ended job by account and state. A later job may continue this job. The counts change
 * only when that later job is created and when an item of it ends.
 */
export function queryItemCountsOfEndedJobByAccount(database: Database, jobId: string): EndedJobItemCountsOfAccount[] {
  const finished = new Set(queryPositionsOfItemsFinishedLater(database, jobId))
  const inOpenJobs = queryPositionsOfItemsInLaterOpenJobs(database, jobId).filter((position) => !finished.has(position))
  return database.all<EndedJobItemCountsOfAccount>(
    `select account_id as accountId, state, count(*) as items,
       sum(position in (select value from json_each(?))) as finishedLater,
       sum(position in (select value from json_each(?))) as inOpenJobs, sum(input = 'null') as withoutInput
     from job_item where job_id = ? group by account_id, state`,
    JSON.stringify([...finished]),
    JSON.stringify(inOpenJobs),
    jobId,
  )
}

/**
 * Counts the items that a later job finished. For known accounts, also counts the other items that are unfinished, and
 * those of them that a later job still works on. For removed accounts, counts all items. Nothing shows what is left of
 * an item without input.
 */
export function sumItemCountsOfKnownAndRemovedAccounts(
  ended: readonly EndedJobItemCountsOfAccount[],
  isAccountKnown: (accountId: string) => boolean,
): Pick<Job, 'unfinished' | 'unfinishedInOpenJobs' | 'finishedLater' | 'ofRemovedAccounts'> {
  const finishedLater = { replan: 0, failed: 0, unknown: 0, cancelled: 0 }
  const counts = { unfinished: 0, unfinishedInOpenJobs: 0, finishedLater, ofRemovedAccounts: 0 }
  for (const item of ended) {
    const state = notFullyDoneJobItemStates.find((known) => known === item.state)
    if (state) finishedLater[state] += item.finishedLater
    if (!isAccountKnown(item.accountId)) counts.ofRemovedAccounts += item.items
    else if (state) {
      counts.unfinished += Math.max(0, item.items - item.finishedLater - item.withoutInput)
      counts.unfinishedInOpenJobs += item.inOpenJobs
    }
  }
  return counts
}
