import { notFullyDoneJobItemStates, type Job } from '#shared/ipc/jobs.ts'
import type { Database } from '#main/store/database.ts'
import { countJobItemsFinishedLater } from './query-items-continued-in-later-jobs.ts'

/** Counts of the items of one account in an ended job. */
export interface EndedJobItemCountsOfAccount {
  accountId: string
  items: number
  /** Those in `notFullyDoneJobItemStates` that no later job finished. */
  unfinished: number
  finishedLater: number
}

/**
 * Returns the item counts of an ended job by account. The counts change only when an item of a job that continues it
 * ends.
 */
export function queryItemCountsOfEndedJobByAccount(database: Database, jobId: string): EndedJobItemCountsOfAccount[] {
  const rows = database.all<Omit<EndedJobItemCountsOfAccount, 'finishedLater'>>(
    `select account_id as accountId, count(*) as items, sum(state in (select value from json_each(?))) as unfinished
     from job_item where job_id = ? group by account_id`,
    JSON.stringify(notFullyDoneJobItemStates),
    jobId,
  )
  const finished = countJobItemsFinishedLater(database, jobId)
  return rows.map(({ unfinished, ...row }) => {
    const finishedLater = finished.get(row.accountId) ?? 0
    return { ...row, finishedLater, unfinished: unfinished - finishedLater }
  })
}

/**
 * For known accounts: counts unfinished items, and items finished by a later job. For removed accounts: counts all
 * items.
 */
export function sumItemCountsOfKnownAndRemovedAccounts(
  ended: readonly EndedJobItemCountsOfAccount[],
  isAccountKnown: (accountId: string) => boolean,
): Pick<Job, 'unfinished' | 'finishedLater' | 'ofRemovedAccounts'> {
  const counts = { unfinished: 0, finishedLater: 0, ofRemovedAccounts: 0 }
  for (const { accountId, items, unfinished, finishedLater } of ended) {
    if (isAccountKnown(accountId)) {
      counts.unfinished += unfinished
      counts.finishedLater += finishedLater
    } else counts.ofRemovedAccounts += items
  }
  return counts
}
