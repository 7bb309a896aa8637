import {
  jobKinds,
  jobSubjectSchema,
  type EndedJobItemState,
  type JobItemState,
  type JobKindName,
  type JobSubject,
  type OpenJobItemState,
} from '#shared/ipc/jobs.ts'
import type { WireError } from '#shared/app-error.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull, parseStoredError } from '#main/store/parse-stored-json.ts'
import type { NewJob, NewJobItem } from './job-kind.ts'

export interface JobRow {
  id: string
  kind: JobKindName
  subject: JobSubject
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  isPaused: boolean
  isCancelled: boolean
}

/** An item as stored; `input` and `progress` are not parsed by the schemas of the kind. */
export interface JobItemRow {
  jobId: string
  position: number
  accountId: string
  domain: string
  state: JobItemState
  input: unknown
  progress: unknown
  error: WireError | null
  calls: number
  callsDone: number
  runAgainAt: number | null
  endedAt: number | null
}

export interface ItemCounts {
  byState: Record<JobItemState, number>
  callsDone: number
  callsTotal: number
}

/** Open items of one account in one job. */
export interface OpenItems {
  accountId: string
  items: number
  /** Estimated number of remaining calls. */
  calls: number
}

interface StoredJob {
  id: string
  kind: string
  subject: string
  created_at: number
  started_at: number | null
  ended_at: number | null
  is_paused: number
  is_cancelled: number
}

interface StoredItem {
  job_id: string
  position: number
  account_id: string
  domain: string
  state: JobItemState
  calls: number
  calls_done: number
  run_again_at: number | null
  ended_at: number | null
  error: string | null
  input: string
  progress: string | null
}

const itemsPerTransaction = 200

export type JobStore = ReturnType<typeof createJobStore>

/**
 * Access to the tables `job` and `job_item`. Every function has written before it returns. The writes survive a kill of
 * the app; after a power loss the newest may be missing (`synchronous = normal`).
 */
export function createJobStore(database: Database) {
  function insertItem(jobId: string, position: number, { accountId, domain, calls, input }: NewJobItem): void {
    database.run(
      `insert into job_item (job_id, position, account_id, domain, state, calls, input) values (?, ?, ?, ?, 'waiting', ?, ?)`,
      jobId,
      position,
      accountId,
      domain,
      calls,
      JSON.stringify(input),
    )
  }

  return {
    /** Stores a job in chunks. Before the last chunk, no other function returns the job. */
    async add(id: string, kind: JobKindName, { subject, items }: NewJob, now: number): Promise<void> {
      database.run(
        'insert into job (id, kind, subject, created_at) values (?, ?, ?, ?)',
        id,
        kind,
        JSON.stringify(subject),
        now,
      )
      let position = 0
      for (const chunk of chunksOf(items, itemsPerTransaction)) {
        database.transaction(() => {
          for (const item of chunk) insertItem(id, position++, item)
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

    job(id: string): JobRow | null {
      const row = database.get<StoredJob>('select * from job where id = ? and is_complete = 1', id)
      return row ? toJobRow(row) : null
    },

    openJobs: (): JobRow[] =>
      database
        .all<StoredJob>('select * from job where ended_at is null and is_complete = 1 order by created_at, rowid')
        .flatMap((row) => toJobRow(row) ?? []),

    /** The newest ended jobs, newest first. */
    endedJobs: (limit: number): JobRow[] =>
      database
        .all<StoredJob>(
          'select * from job where ended_at is not null order by created_at desc, rowid desc limit ?',
          limit,
        )
        .flatMap((row) => toJobRow(row) ?? []),

    counts(jobId: string): ItemCounts {
      const rows = database.all<{ state: JobItemState; items: number; done: number; total: number }>(
        `select state, count(*) as items, sum(calls_done) as done,
           sum(case when state in ('waiting', 'running', 'checking') then max(calls, calls_done) else calls_done end) as total
         from job_item where job_id = ? group by state`,
        jobId,
      )
      const count = (state: JobItemState) => rows.find((row) => row.state === state)?.items ?? 0
      return {
        byState: {
          waiting: count('waiting'),
          running: count('running'),
          checking: count('checking'),
          done: count('done'),
          replan: count('replan'),
          failed: count('failed'),
          unknown: count('unknown'),
          cancelled: count('cancelled'),
        },
        callsDone: rows.reduce((sum, { done }) => sum + done, 0),
        callsTotal: rows.reduce((sum, { total }) => sum + total, 0),
      }
    },

    openItems: (jobId: string): OpenItems[] =>
      database.all<OpenItems>(
        `select account_id as accountId, count(*) as items, sum(max(calls - calls_done, 0)) as calls
         from job_item where job_id = ? and state in ('waiting', 'running', 'checking') group by account_id order by account_id`,
        jobId,
      ),

    /** An open item of the account, and the number of its open items. */
    openItemOf(accountId: string): { jobId: string; domain: string; count: number } | null {
      const found = database.get<{ jobId: string; domain: string; count: number }>(
        `select job_id as jobId, domain, count(*) as count from job_item where account_id = ? and ended_at is null`,
        accountId,
      )
      return found && found.count > 0 ? found : null
    },

    /** The first open item of the account that is due and not among `excluded`. */
    nextItem(jobId: string, accountId: string, excluded: readonly number[], now: number): JobItemRow | null {
      const row = database.get<StoredItem>(
        `select * from job_item where job_id = ? and account_id = ? and ended_at is null
           and position not in (select value from json_each(?)) and coalesce(run_again_at, 0) <= ? order by position limit 1`,
        jobId,
        accountId,
        JSON.stringify(excluded),
        now,
      )
      return row ? toItemRow(row) : null
    },

    /** When the next open item of the account that is not among `excluded` is due; null if there is none. */
    nextRunAgainAt: (jobId: string, accountId: string, excluded: readonly number[]): number | null =>
      database.get<{ at: number | null }>(
        `select min(coalesce(run_again_at, 0)) as at from job_item where job_id = ? and account_id = ? and ended_at is null
           and position not in (select value from json_each(?))`,
        jobId,
        accountId,
        JSON.stringify(excluded),
      )?.at ?? null,

    page(jobId: string, states: readonly JobItemState[] | null, offset: number, limit: number) {
      const condition = `job_id = ? and (? is null or state in (select value from json_each(?)))`
      const stateList = states && JSON.stringify(states)
      const rows = database.all<StoredItem>(
        `select * from job_item where ${condition} order by position limit ? offset ?`,
        jobId,
        stateList,
        stateList,
        limit,
        offset,
      )
      const { total } = database.get<{ total: number }>(
        `select count(*) as total from job_item where ${condition}`,
        jobId,
        stateList,
        stateList,
      ) as { total: number }
      return { rows: rows.map(toItemRow), total, offset }
    },

    setPaused: (jobId: string, isPaused: boolean) =>
      void database.run('update job set is_paused = ? where id = ? and ended_at is null', Number(isPaused), jobId),

    /** A cancelled job is not paused, because its items that were begun still find out what was done. */
    setCancelled: (jobId: string) =>
      void database.run('update job set is_cancelled = 1, is_paused = 0 where id = ? and ended_at is null', jobId),

    /** Ends items that were not begun, in chunks. */
    async cancelItemsNotBegun(jobId: string, now: number): Promise<void> {
      while (
        database.run(
          `update job_item set state = 'cancelled', ended_at = ?, error = null where rowid in
             (select rowid from job_item where job_id = ? and ended_at is null and state = 'waiting' and progress is null limit ?)`,
          now,
          jobId,
          itemsPerTransaction,
        ).changes > 0
      )
        await yieldToEventLoop()
    },

    begin({ jobId, position }: JobItemKey, now: number): void {
      database.transaction(() => {
        database.run('update job set started_at = ? where id = ? and started_at is null', now, jobId)
        database.run(
          `update job_item set state = case state when 'checking' then state else 'running' end, error = null where job_id = ? and position = ?`,
          jobId,
          position,
        )
      })
    },

    setState: ({ jobId, position }: JobItemKey, state: OpenJobItemState) =>
      void database.run('update job_item set state = ? where job_id = ? and position = ?', state, jobId, position),

    saveProgress: ({ jobId, position }: JobItemKey, progress: unknown, callsDone: number) =>
      void database.run(
        'update job_item set progress = ?, calls_done = ? where job_id = ? and position = ?',
        JSON.stringify(progress),
        callsDone,
        jobId,
        position,
      ),

    /** Puts an item back that did not end. A `running` item waits again; a `checking` item stays so. `error`: why it waits. */
    putBack(
      { jobId, position }: JobItemKey,
      error: WireError | null,
      runAgainAt: number | null,
      callsDone: number,
    ): void {
      database.run(
        `update job_item set state = case state when 'running' then 'waiting' else state end, error = ?, run_again_at = ?, calls_done = ?
         where job_id = ? and position = ?`,
        error && JSON.stringify(error),
        runAgainAt,
        callsDone,
        jobId,
        position,
      )
    },

    end(
      { jobId, position }: JobItemKey,
      state: EndedJobItemState,
      error: WireError | null,
      now: number,
      callsDone: number,
    ): void {
      database.run(
        `update job_item set state = ?, error = ?, ended_at = ?, run_again_at = null, calls_done = ?
         where job_id = ? and position = ?`,
        state,
        error && JSON.stringify(error),
        now,
        callsDone,
        jobId,
        position,
      )
    },

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

export interface JobItemKey {
  jobId: string
  position: number
}

function toJobRow(row: StoredJob): JobRow | null {
  const kind = jobKinds.find((known) => known === row.kind)
  const subject = jobSubjectSchema.safeParse(parseJsonOrNull(row.subject)).data
  // A newer version may have stored kinds that this one does not know. It leaves such jobs as they are.
  if (!kind || !subject) return null
  return {
    id: row.id,
    kind,
    subject,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    isPaused: row.is_paused === 1,
    isCancelled: row.is_cancelled === 1,
  }
}

function toItemRow(row: StoredItem): JobItemRow {
  return {
    jobId: row.job_id,
    position: row.position,
    accountId: row.account_id,
    domain: row.domain,
    state: row.state,
    input: parseJsonOrNull(row.input),
    progress: row.progress === null ? null : parseJsonOrNull(row.progress),
    error: parseStoredError(row.error),
    calls: row.calls,
    callsDone: row.calls_done,
    runAgainAt: row.run_again_at,
    endedAt: row.ended_at,
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
