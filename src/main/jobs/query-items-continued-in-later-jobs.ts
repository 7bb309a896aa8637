import type { JobItem } from '#shared/ipc/jobs.ts'
import type { Database } from '#main/store/database.ts'

/** The item of a later job that continues an unfinished item, as it is stored. */
export type ContinuingJobItem = NonNullable<JobItem['plannedAgain']> & { accountId: string }

/** SQL: the items that continue the items of job ?1, directly or one after another. `root`: the position in job ?1. */
const laterItems = `with recursive later (root, job_id, position, account_id, state, ended_at) as (
  select from_position, job_id, position, account_id, state, ended_at from job_item where from_job_id = ?1
  union all
  select later.root, item.job_id, item.position, item.account_id, item.state, item.ended_at
    from later join job_item as item on item.from_job_id = later.job_id and item.from_position = later.position
)`
const isFinished = `later.state in ('done', 'not_needed')`

/**
 * Key: the position in the job. Value: the later item that finished the work, or else the newest item that continues
 * it.
 */
export function queryContinuingJobItems(
  database: Database,
  jobId: string,
  positions: readonly number[],
): Map<number, ContinuingJobItem> {
  const rows = database.all<ContinuingJobItem & { root: number }>(
    `${laterItems} select root, job_id as jobId, position, account_id as accountId, state,
       later.ended_at as endedAt
     from later join job on job.id = job_id and job.is_complete = 1
     where root in (select value from json_each(?2)) order by ${isFinished}, job.created_at, job.rowid`,
    jobId,
    JSON.stringify(positions),
  )
  return new Map(rows.map(({ root, ...later }) => [root, later]))
}

/** Returns the positions of the items of the job that a later job has finished. */
export function queryPositionsOfItemsFinishedLater(database: Database, jobId: string): number[] {
  return database
    .all<{ root: number }>(`${laterItems} select distinct root from later where ${isFinished}`, jobId)
    .map(({ root }) => root)
}

/** Returns the positions of the items of the job that a later job still works on. */
export function queryPositionsOfItemsInLaterOpenJobs(database: Database, jobId: string): number[] {
  return database
    .all<{ root: number }>(
      `${laterItems} select distinct root from later join job on job.id = job_id and job.is_complete = 1
       where later.ended_at is null`,
      jobId,
    )
    .map(({ root }) => root)
}

/** Returns the IDs of the earlier jobs of which the job continues unfinished items. */
export function queryIdsOfJobsContinuedByJob(database: Database, jobId: string): string[] {
  return database
    .all<{ id: string }>(
      `with recursive earlier (id) as (
         select from_job_id from job_item where job_id = ? and from_job_id is not null
         union
         select from_job_id from earlier join job_item as item on item.job_id = earlier.id
           where from_job_id is not null
       )
       select id from earlier`,
      jobId,
    )
    .map(({ id }) => id)
}

/** Returns the IDs of the earlier jobs whose unfinished items this item continues. */
export function queryIdsOfJobsContinuedByItem(
  database: Database,
  { jobId, position }: { jobId: string; position: number },
): string[] {
  return database
    .all<{ id: string }>(
      `with recursive earlier (id, position) as (
         select from_job_id, from_position from job_item where job_id = ? and position = ? and from_job_id is not null
         union
         select from_job_id, from_position from earlier
           join job_item as item on item.job_id = earlier.id and item.position = earlier.position
           where from_job_id is not null
       )
       select distinct id from earlier`,
      jobId,
      position,
    )
    .map(({ id }) => id)
}
