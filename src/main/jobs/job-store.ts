import type { JobKindName } from '#shared/ipc/jobs.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { createJobItemStore } from './job-item-store.ts'
import type { NewJob } from './job-kind-interface.ts'
import { parseJobRow, type StoredJob, type JobTableRow } from './parse-job-rows.ts'

const itemsPerTransaction = 200

export type JobStore = ReturnType<typeof createJobStore>

/**
 * Access to the tables `job` and `job_item`. Every function returns after it has written. Writes survive a kill of the
 * app; after a power loss the newest ones may be missing (`synchronous = normal`). `readingKinds`: the kinds of jobs
 * that only read.
 */
export function createJobStore(database: Database, readingKinds: readonly JobKindName[] = []) {
  const items = createJobItemStore(database, readingKinds)

  return {
    ...items,

    /** Stores a job in chunks. Before the last chunk, no other function returns the job. */
    async add(id: string, kind: JobKindName, { subject, items: newItems }: NewJob, now: number): Promise<void> {
      database.run(
        'insert into job (id, kind, subject, created_at) values (?, ?, ?, ?)',
        id,
        kind,
        JSON.stringify(subject),
        now,
      )
      let position = 0
      for (const chunk of chunksOf(newItems, itemsPerTransaction)) {
        database.transaction(() => {
          for (const item of chunk) items.insertItem(id, position++, item)
        })
        await yieldToEventLoop()
      }
      database.run('update job set is_complete = 1 where id = ?', id)
    },

    /** Deletes jobs whose storing was interrupted, and jobs that ended before the time. Works in chunks. */
    async deleteOld(endedBefore: number): Promise<void> {
      const old = database.all<{ id: string }>('select id from job where is_complete = 0 or ended_at < ?', endedBefore)
      for (const { id } of old) {
        while (
          database.run(
            'delete from job_item where rowid in (select rowid from job_item where job_id = ? limit ?)',
            id,
            itemsPerTransaction,
          ).changes > 0
        )
          await yieldToEventLoop()
        database.run('delete from job where id = ?', id)
      }
    },

    job(id: string): StoredJob | null {
      const row = database.get<JobTableRow>('select * from job where id = ? and is_complete = 1', id)
      return row ? parseJobRow(row) : null
    },

    openJobs: (): StoredJob[] =>
      database
        .all<JobTableRow>('select * from job where ended_at is null and is_complete = 1 order by created_at, rowid')
        .flatMap((row) => parseJobRow(row) ?? []),

    /** The newest ended jobs, newest first. */
    endedJobs: (limit: number): StoredJob[] =>
      database
        .all<JobTableRow>(
          'select * from job where ended_at is not null order by created_at desc, rowid desc limit ?',
          limit,
        )
        .flatMap((row) => parseJobRow(row) ?? []),

    setPaused: (jobId: string, isPaused: boolean) =>
      void database.run('update job set is_paused = ? where id = ? and ended_at is null', Number(isPaused), jobId),

    /** A cancelled job is not paused, because its items that were begun still find out what was done. */
    setCancelled: (jobId: string) =>
      void database.run('update job set is_cancelled = 1, is_paused = 0 where id = ? and ended_at is null', jobId),

    /** Ends the job when no item is open. */
    endIfDone: (jobId: string, now: number) =>
      void database.run(
        `update job set ended_at = ? where id = ?2 and ended_at is null
           and not exists (select 1 from job_item where job_id = ?2 and ended_at is null)`,
        now,
        jobId,
      ),
  }
}

function* chunksOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
