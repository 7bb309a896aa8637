import type { WireError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import {
  notFullyDoneJobItemStates,
  type EndedJobItemState,
  type JobItemFilter,
  type JobItemState,
  type JobKindName,
  type OpenJobItemState,
} from '#shared/ipc/jobs.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import type { JobItemRef, NewJobItem } from './job-kind-interface.ts'
import { queryPositionsOfItemsFinishedLater } from './query-items-continued-in-later-jobs.ts'
import { parseJobItemRow, type JobItemWithUnparsedInput, type JobItemTableRow } from './parse-job-rows.ts'

export interface JobItemCounts {
  byState: Record<JobItemState, number>
  callsDone: number
  callsTotal: number
}

/** Counts of the open items of one account in one job, and of their calls. */
export interface OpenJobItemCounts {
  accountId: string
  items: number
  /** Number of these items in state `running`. */
  running: number
  /** Number of these items in state `checking`. */
  checking: number
  /** How many of these items wait for other items of the same domain (`storeReasonForWaiting`). */
  waitingForOtherItem: number
  /** Estimated number of remaining calls. */
  calls: number
  /** Time of the last run that an item waits for; null if none waits. */
  runAgainAt: number | null
  /**
   * Remaining calls of the items that wait for their next run (at least one per item). They are made after the wait.
   */
  callsAfterWait: number
}

const itemsPerUpdate = 200
/** Maximum pause before an item runs again, in milliseconds. */
const longestPauseMs = 10 * minuteMs

/**
 * SQL condition: the job with this ID changes domains. The items of a job that only reads wait for no other item, and
 * none waits for them.
 */
function isChangingJobSql(jobId: string, readingKinds: readonly string[]): string {
  return `(select kind not in (${readingKinds.map((kind) => `'${kind}'`).join(', ')}) from job where id = ${jobId})`
}

/**
 * SQL condition: the item was not begun and waits for another open item of the same domain, whose answer may be lost or
 * late. The item waits for every begun item of the same domain, in any account, even if the job of that item is paused.
 * It also waits for an older item of the same account that was not begun, unless the job of that item is paused.
 */
const waitsForOtherItemSql = (readingKinds: readonly string[]) => `progress is null
  and ${isChangingJobSql('job_item.job_id', readingKinds)} and (
  exists (select 1 from job_item as other where other.domain = job_item.domain and other.ended_at is null
    and other.progress is not null and other.rowid <> job_item.rowid and ${isChangingJobSql('other.job_id', readingKinds)})
  or exists (select 1 from job_item as other where other.account_id = job_item.account_id
    and other.domain = job_item.domain and other.ended_at is null and other.rowid < job_item.rowid
    and ${isChangingJobSql('other.job_id', readingKinds)} and (select not is_paused from job where id = other.job_id)))`

/** Access to the table `job_item`. `JobStore` contains it. `readingKinds`: the kinds of jobs that only read. */
export function createJobItemStore(database: Database, readingKinds: readonly JobKindName[]) {
  const waitsForOtherItem = waitsForOtherItemSql(readingKinds)

  return {
    /** Stores a waiting item. */
    insertItem(
      jobId: string,
      position: number,
      { accountId, domain, calls, input, fromItem, sealedSecret }: NewJobItem,
    ): void {
      database.run(
        `insert into job_item (job_id, position, account_id, domain, state, calls, input, from_job_id, from_position)
         values (?, ?, ?, ?, 'waiting', ?, ?, ?, ?)`,
        jobId,
        position,
        accountId,
        domain,
        calls,
        JSON.stringify(input),
        fromItem?.jobId ?? null,
        fromItem?.position ?? null,
      )
      if (sealedSecret !== undefined)
        database.run(
          'insert into job_secret (job_id, position, sealed) values (?, ?, ?)',
          jobId,
          position,
          sealedSecret,
        )
    },

    /** The encrypted secret of an open item. */
    sealedSecret: ({ jobId, position }: JobItemRef): string | null =>
      database.get<{ sealed: string }>(
        'select sealed from job_secret where job_id = ? and position = ?',
        jobId,
        position,
      )?.sealed ?? null,

    deleteSecret: ({ jobId, position }: JobItemRef) =>
      void database.run('delete from job_secret where job_id = ? and position = ?', jobId, position),

    counts(jobId: string): JobItemCounts {
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
          not_needed: count('not_needed'),
          replan: count('replan'),
          failed: count('failed'),
          not_found: count('not_found'),
          unknown: count('unknown'),
          cancelled: count('cancelled'),
        },
        callsDone: rows.reduce((sum, { done }) => sum + done, 0),
        callsTotal: rows.reduce((sum, { total }) => sum + total, 0),
      }
    },

    openItems: (jobId: string): OpenJobItemCounts[] =>
      database.all<OpenJobItemCounts>(
        `select account_id as accountId, count(*) as items, sum(state = 'running') as running,
           sum(state = 'checking') as checking,
           sum(case when state = 'waiting' and error ->> '$.kind' = 'open_job' then ${waitsForOtherItem} else 0 end)
             as waitingForOtherItem,
           sum(max(calls - calls_done, 0)) as calls, max(run_again_at) as runAgainAt,
           sum(case when run_again_at is null then 0 else max(calls - calls_done, 1) end) as callsAfterWait
         from job_item where job_id = ? and state in ('waiting', 'running', 'checking') group by account_id order by account_id`,
        jobId,
      ),

    /** An open item of the account or of a server of it, and the number of these items. */
    openItemOf(accountId: string): { jobId: string; domain: string; count: number } | null {
      const found = database.get<{ jobId: string; domain: string; count: number }>(
        `select job_id as jobId, domain, count(*) as count from job_item where ended_at is null and (account_id = ?1
           or (input ->> '$.server.accountId' = ?1 and job_id in (select id from job where kind = 'new_site')))`,
        accountId,
      )
      return found && found.count > 0 ? found : null
    },

    findUnfinishedJobThatStartedOn: (domain: string): string | null =>
      database.get<{ jobId: string }>(
        `select job_id as jobId from job_item where domain = ? and ended_at is null and progress is not null
           and ${isChangingJobSql('job_item.job_id', readingKinds)}`,
        domain,
      )?.jobId ?? null,

    /**
     * The first open item of the account that is due and not among `excluded`. An item whose pause would end later than
     * the longest pause from now counts as due: the wall clock was set back since the pause began.
     */
    nextItem(
      jobId: string,
      accountId: string,
      excluded: readonly number[],
      now: number,
    ): JobItemWithUnparsedInput | null {
      const row = database.get<JobItemTableRow>(
        `select * from job_item where job_id = ? and account_id = ? and ended_at is null
           and position not in (select value from json_each(?)) and (coalesce(run_again_at, 0) <= ? or run_again_at > ?)
           and not (${waitsForOtherItem}) order by position limit 1`,
        jobId,
        accountId,
        JSON.stringify(excluded),
        now,
        now + longestPauseMs,
      )
      return row ? parseJobItemRow(row) : null
    },

    /** Whether the item must wait for an item of the same domain (`waitsForOtherItem`). */
    mustWaitForOtherItem: ({ jobId, position }: JobItemRef): boolean =>
      database.get(
        `select 1 from job_item where job_id = ? and position = ? and ${waitsForOtherItem}`,
        jobId,
        position,
      ) !== undefined,

    unknownItems: (jobId: string, domain: string): JobItemWithUnparsedInput[] =>
      database
        .all<JobItemTableRow>(
          "select * from job_item where job_id = ? and domain = ? and state = 'unknown' order by position",
          jobId,
          domain,
        )
        .map(parseJobItemRow),

    /**
     * Stores the reason `error` with each item that waits for another item of the same domain. Returns whether any
     * does.
     */
    storeReasonForWaiting(jobId: string, accountId: string, error: WireError): boolean {
      const condition = `job_id = ? and account_id = ? and ended_at is null and ${waitsForOtherItem}`
      database.run(
        `update job_item set error = ? where ${condition} and error is null`,
        JSON.stringify(error),
        jobId,
        accountId,
      )
      return database.get(`select 1 from job_item where ${condition} limit 1`, jobId, accountId) !== undefined
    },

    runningItems: (jobId: string): JobItemWithUnparsedInput[] =>
      database
        .all<JobItemTableRow>("select * from job_item where job_id = ? and state = 'running' order by position", jobId)
        .map(parseJobItemRow),

    /** When the next open item of the account that is not among `excluded` is due; null if there is none. */
    nextRunAgainAt: (jobId: string, accountId: string, excluded: readonly number[]): number | null =>
      database.get<{ at: number | null }>(
        `select min(coalesce(run_again_at, 0)) as at from job_item where job_id = ? and account_id = ? and ended_at is null
           and position not in (select value from json_each(?))`,
        jobId,
        accountId,
        JSON.stringify(excluded),
      )?.at ?? null,

    /**
     * The current label, or the one in the change log when the account was removed; null if neither is known.
     * `accountId`: as stored with the item; `currentId`: the account into which it was merged, or the same ID.
     */
    accountLabel: (jobId: string, accountId: string, currentId: string): string | null =>
      database.get<{ label: string | null }>(
        `select coalesce((select label from account where id = ?3),
           (select account_label from change_log where job_id = ?1 and account_id in (?2, ?3)
             order by account_id = ?2 desc, rowid desc limit 1)) as label`,
        jobId,
        accountId,
        currentId,
      )?.label ?? null,

    /** `idleAccounts`: their running items count as waiting. */
    page(
      jobId: string,
      states: readonly JobItemFilter[] | null,
      idleAccounts: readonly string[],
      { offset, limit }: { offset: number; limit: number },
    ) {
      const condition = `job_id = ?1 and (?2 is null or
        case when state = 'running' and account_id in (select value from json_each(?3)) then 'waiting'
          when state in (select value from json_each(?4)) and position in (select value from json_each(?5))
            then 'finished_later'
          else state end in (select value from json_each(?2)))`
      const params = [
        jobId,
        states && JSON.stringify(states),
        JSON.stringify(idleAccounts),
        JSON.stringify(notFullyDoneJobItemStates),
        JSON.stringify(states ? queryPositionsOfItemsFinishedLater(database, jobId) : []),
      ]
      const rows = database.all<JobItemTableRow>(
        `select * from job_item where ${condition} order by position limit ?6 offset ?7`,
        ...params,
        limit,
        offset,
      )
      const { total } = database.get<{ total: number }>(
        `select count(*) as total from job_item where ${condition}`,
        ...params,
      ) as { total: number }
      return { rows: rows.map(parseJobItemRow), total, offset }
    },

    /** Ends the pauses of items that would be tried again after an error. */
    endPausesBeforeRetries: (jobId: string) =>
      void database.run(
        "update job_item set run_again_at = null where job_id = ? and ended_at is null and state = 'waiting'",
        jobId,
      ),

    /** Ends items that were not begun, in chunks. */
    async cancelItemsNotBegun(jobId: string, now: number): Promise<void> {
      while (
        database.run(
          `update job_item set state = 'cancelled', ended_at = ?, error = null where rowid in
             (select rowid from job_item where job_id = ? and ended_at is null and state = 'waiting' and progress is null limit ?)`,
          now,
          jobId,
          itemsPerUpdate,
        ).changes > 0
      )
        await yieldToEventLoop()
    },

    /** Begins an item. It waits until its first request is sent, also if a crash left it as `running`. */
    begin({ jobId, position }: JobItemRef, now: number): void {
      database.transaction(() => {
        database.run('update job set started_at = ? where id = ? and started_at is null', now, jobId)
        database.run(
          `update job_item set state = case state when 'checking' then state else 'waiting' end, error = null where job_id = ? and position = ?`,
          jobId,
          position,
        )
      })
    },

    /** Does nothing to an ended item: a job that is cancelled ends items whose call still waits. */
    setState: ({ jobId, position }: JobItemRef, state: OpenJobItemState) =>
      void database.run(
        'update job_item set state = ? where job_id = ? and position = ? and ended_at is null',
        state,
        jobId,
        position,
      ),

    /** `alsoWrite`: makes its writes in the same transaction. */
    saveProgress: (
      { jobId, position }: JobItemRef,
      progress: unknown,
      callsDone: number,
      alsoWrite: () => void = () => undefined,
    ) =>
      database.transaction(() => {
        database.run(
          'update job_item set progress = ?, calls_done = ? where job_id = ? and position = ?',
          JSON.stringify(progress),
          callsDone,
          jobId,
          position,
        )
        alsoWrite()
      }),

    /**
     * Puts an item back that did not end. A `running` item waits again; a `checking` item stays so. `error`: why it
     * waits.
     */
    returnToQueue(
      { jobId, position }: JobItemRef,
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
      { jobId, position }: JobItemRef,
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
  }
}
