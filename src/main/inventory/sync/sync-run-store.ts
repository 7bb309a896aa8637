import type { WireError } from '#shared/app-error.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import type { Database } from '#main/store/database.ts'
import { parseStoredError } from '#main/store/parse-stored-json.ts'
import type { ResourceKind } from '#main/inventory/details/detail-store.ts'

export type SyncRunState = SyncProgress['state']

/** Why a sync failed, and when. */
export interface SyncRunError {
  error: WireError
  at: number
}

export interface SyncRun {
  accountId: string
  state: SyncRunState
  startedAt: number
  endedAt: number | null
  listsReadAt: number | null
  /** Number of details that could not be read. The counts of details are of the last sync that read details. */
  detailsFailed: number
  /** The newest error of these details. */
  detailsError: WireError | null
  /** Number of planned details that no key could read any more. */
  detailsNoKeyMayRead: number
  /** Number of planned details that were not read so far, without the failed ones and those without a key. */
  detailsUnread: number
  /** When that sync stopped reading details. Null: it has not, or the app ended meanwhile. */
  detailsEndedAt: number | null
  error: WireError | null
}

type DetailCounts = Pick<
  SyncRun,
  'detailsFailed' | 'detailsError' | 'detailsNoKeyMayRead' | 'detailsUnread' | 'detailsEndedAt'
>

interface Row {
  account_id: string
  state: SyncRunState
  started_at: number
  ended_at: number | null
  lists_read_at: number | null
  details_read: number
  details_failed: number
  details_error: string | null
  details_without_key: number
  details_unread: number
  details_ended_at: number | null
  error: string | null
}

/** Access to the table `sync_run`: the last sync of each account. */
export function createSyncRunStore(database: Database) {
  function recordListRead(accountId: string, list: ResourceKind, readAt: number): void {
    database.run(`update sync_run set ${list}s_read_at = ? where account_id = ?`, readAt, accountId)
    database.run(
      'update sync_run set lists_read_at = min(domains_read_at, servers_read_at) where account_id = ?',
      accountId,
    )
  }

  return {
    all: (): SyncRun[] => database.all<Row>('select * from sync_run').map(toRun),
    /**
     * `ended_at`, `error`, `error_at` and the counts of details keep the values of the previous run until this run
     * replaces them.
     */
    begin(accountId: string, startedAt: number): void {
      database.run(
        `insert into sync_run (account_id, state, started_at) values (?, 'lists', ?)
         on conflict (account_id) do update set state = 'lists', started_at = excluded.started_at`,
        accountId,
        startedAt,
      )
    },
    /** Records the read time of a list that came whole and was stored. */
    recordListRead,
    /**
     * If no key may read a list and none of its rows is stored, the list counts as read. The age of the account then
     * depends on the other list only. Rows that an earlier key read keep their age.
     */
    recordListNotGranted(accountId: string, list: ResourceKind, at: number): void {
      if (!database.get(`select 1 from ${list} where account_id = ? and gone_since is null limit 1`, accountId))
        recordListRead(accountId, list, at)
    },
    /** `problem` null: the lists were read. */
    setError: (accountId: string, problem: SyncRunError | null) =>
      void database.run(
        'update sync_run set error = ?, error_at = ? where account_id = ?',
        problem && JSON.stringify(problem.error),
        problem?.at ?? null,
        accountId,
      ),
    getError(accountId: string): WireError | null {
      const row = database.get<Row>('select * from sync_run where account_id = ?', accountId)
      return row ? parseStoredError(row.error) : null
    },
    /** `error`: why a list could not be read. It is shown while the details are read, too. */
    enterDetailsPhase: (accountId: string, problem: SyncRunError | null) =>
      void database.run(
        `update sync_run set state = 'details', error = coalesce(?, error), error_at = coalesce(?, error_at) where account_id = ?`,
        problem && JSON.stringify(problem.error),
        problem?.at ?? null,
        accountId,
      ),
    /**
     * From now on, the counts of details belong to this run. A resumed run, with the same start, keeps its counts. The
     * number of unread details stays until it is known for this run.
     */
    beginDetails: (accountId: string) =>
      void database.run(
        `update sync_run set details_read = 0, details_failed = 0, details_error = null, details_without_key = 0,
           details_counted_of = started_at
         where account_id = ? and details_counted_of is not started_at`,
        accountId,
      ),
    getDetailCounts(accountId: string): DetailCounts {
      const row = database.get<Row>('select * from sync_run where account_id = ?', accountId)
      return row ? toDetailCounts(row) : noDetailCounts
    },
    getDetailsRead: (accountId: string): number =>
      database.get<Row>('select * from sync_run where account_id = ?', accountId)?.details_read ?? 0,
    /** Written immediately, so that the counts are also known after an interrupted run. */
    recordDetailCounts: (
      accountId: string,
      detailsRead: number,
      { detailsFailed, detailsError, detailsNoKeyMayRead, detailsUnread, detailsEndedAt }: DetailCounts,
    ) =>
      void database.run(
        `update sync_run set details_read = ?, details_failed = ?, details_error = ?, details_without_key = ?,
           details_unread = ?, details_ended_at = ?
         where account_id = ?`,
        detailsRead,
        detailsFailed,
        detailsError && JSON.stringify(detailsError),
        detailsNoKeyMayRead,
        detailsUnread,
        detailsEndedAt,
        accountId,
      ),
    /** Does nothing if the counts of details belong to an earlier sync. */
    recordDetailsEnd: (accountId: string, endedAt: number) =>
      void database.run(
        'update sync_run set details_ended_at = ? where account_id = ? and details_counted_of = started_at',
        endedAt,
        accountId,
      ),
    end: (accountId: string, state: SyncRunState, endedAt: number) =>
      void database.run('update sync_run set state = ?, ended_at = ? where account_id = ?', state, endedAt, accountId),
    accounts: (): { id: string; isPaused: boolean }[] =>
      database
        .all<{ id: string; is_paused: number }>('select id, is_paused from account order by label collate nocase, id')
        .map(({ id, is_paused }) => ({ id, isPaused: is_paused === 1 })),
  }
}
export type SyncRunStore = ReturnType<typeof createSyncRunStore>

const noDetailCounts: DetailCounts = {
  detailsFailed: 0,
  detailsError: null,
  detailsNoKeyMayRead: 0,
  detailsUnread: 0,
  detailsEndedAt: null,
}

function toDetailCounts(row: Row): DetailCounts {
  return {
    detailsFailed: row.details_failed,
    detailsError: parseStoredError(row.details_error),
    detailsNoKeyMayRead: row.details_without_key,
    detailsUnread: row.details_unread,
    detailsEndedAt: row.details_ended_at,
  }
}

function toRun(row: Row): SyncRun {
  return {
    accountId: row.account_id,
    state: row.state,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    listsReadAt: row.lists_read_at,
    ...toDetailCounts(row),
    error: parseStoredError(row.error),
  }
}
