import { domainToUnicode } from 'node:url'
import { wireErrorSchema, type WireError } from '#shared/app-error.ts'
import { formatRecordForSearch } from '#main/store/format-record-for-search.ts'
import { minuteMs } from '#shared/durations.ts'
import {
  loggedChangeSchema,
  sslStatusPrefixInLoggedNewValue,
  type ChangeLogFilter,
  type ChangeLogEntry,
  type LoggedChange,
} from '#shared/ipc/change-log.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { queryMergedAccountIds } from '#main/store/merged-account-store.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import { listSearchTextConditions } from '#main/store/list-search-text-conditions.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'
import { parseJsonOrNull, parseStoredError } from '#main/store/parse-stored-json.ts'
import { formatChangeValues, listRecordsOfChange } from './format-change-values.ts'
import { irreversibleRegistrarLockSql } from './irreversible-registrar-lock-sql.ts'

export type NewChangeLogEntry = Pick<
  ChangeLogEntry,
  'accountId' | 'domain' | 'change' | 'result' | 'error' | 'jobId' | 'snapshotId'
> & {
  /** When the change was sent. Absent or null: just now. */
  sentAt?: number | null
  /** The change is `done`, and a reading showed it instead of an answer. Absent: false. */
  isDecidedByReading?: boolean
  /** Absent: a new ID. Given where the caller stores the ID in the same transaction. */
  id?: string
}

/**
 * Every change of a domain or a server that Banto sent, or tried to send. Entries of such changes are never deleted.
 */
export interface ChangeLog {
  /** A new ID for `add`. */
  newEntryId(): string
  /** Writes the entry before it returns, and returns its ID. Throws `disk_full`, `database_*`. */
  add(entry: NewChangeLogEntry): string
  /**
   * Sets an entry that was added as `sending` or `unknown` to its result. Does nothing if the entry is `done` or
   * `failed` already. Throws `disk_full`, `database_*`.
   */
  settle(
    entryId: string,
    settled: Pick<NewChangeLogEntry, 'change' | 'result' | 'error' | 'sentAt' | 'isDecidedByReading'>,
  ): void
  /**
   * Deletes an entry that was added as `sending`: the service refused the request without executing it, and the change
   * is sent later, or not at all. Throws `disk_full`, `database_*`.
   */
  takeBack(entryId: string): void
  /**
   * The entries about the domain or server whose outcome is not known; `later`: for each entry, the later changes of
   * the same domain or server that were made or may have been made.
   */
  findEntriesWithUnknownOutcome(accountId: string, domain: string): { entry: ChangeLogEntry; later: LoggedChange[] }[]
  /**
   * Sets an entry from `unknown` to `done`, because a reading has just shown the change. The time and the error of the
   * sending stay as they are. `proved`: the change with what the reading shows of it. Throws `disk_full`, `database_*`.
   */
  markDoneAfterReading(entryId: string, proved: LoggedChange): void
  /**
   * Sets an entry from `unknown` to `failed`, because a reading did not show the change when it could no longer arrive.
   * Throws `disk_full`, `database_*`.
   */
  markNotMadeAfterReading(entryId: string): void
  /** Null when there is no such entry. */
  get(entryId: string): ChangeLogEntry | null
  /**
   * True if the job made, or may have made, a change that can be undone, and the account of that domain was not
   * removed. A lock that only a cancellation request can clear cannot be undone.
   */
  mayUndoJob(jobId: string): boolean
  /** The number of locks that the job set, or may have set, and that only a cancellation request can clear. */
  countLocksThatCannotBeUndone(jobId: string): number
  /**
   * The number of domains or servers that the job changed, where at least one value could not be confirmed afterwards.
   */
  countPartlyUnknown(jobId: string): number
  /** The number of domains or servers for which the job made a change, but the service did not set up SSL. */
  countPartlyFailed(jobId: string): number
  /** Newest first. */
  page(filter: ChangeLogFilter, offset: number, limit: number): PageOf<ChangeLogEntry>
  /** All entries that match, newest first, read in chunks. */
  iterate(filter: ChangeLogFilter): Generator<ChangeLogEntry>
}

export interface ChangeLogDeps {
  database: Database
  clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>
  newId: () => string
  /** Emits `changeLog.changed`. */
  emit: EmitEvent
}

interface Row {
  position: number
  id: string
  at: number
  confirmed_at: number | null
  account_id: string
  account_label: string
  domain: string
  change: string
  result: ChangeLogEntry['result']
  error: string | null
  job_id: string | null
  snapshot_id: string | null
  is_decided_by_reading: number
  is_lock_that_cannot_be_undone: number
}

const emitIntervalMs = 250
const everything: ChangeLogFilter = { accountIds: null, text: '', kinds: null, results: null, from: null, until: null }
const rowsPerRead = 500

/** The change was made, but nothing shows whether all of its values took effect. */
const isPartlyUnknownSql = "(kind = 'server' and result = 'done' and json_extract(change, '$.unproved') is not null)"

/** `getShownChangeResult` in SQL. */
const isPartlyFailedSql = `(kind = 'server' and result = 'done' and json_extract(change, '$.unproved') is null
  and json_extract(change, '$.operation') = 'addDomain' and json_extract(change, '$.after') like '${sslStatusPrefixInLoggedNewValue}fail%')`

export function createChangeLog({ database, clock, newId, emit }: ChangeLogDeps): ChangeLog {
  const throttle = createThrottle(clock, emitIntervalMs, () => emit('changeLog.changed', {}))

  // Banto ended before the answers to these changes.
  database.run("update change_log set result = 'unknown' where result = 'sending'")

  function toConditions(filter: ChangeLogFilter): { sql: string; params: SqlParam[] } {
    const { withFormerIds } = queryMergedAccountIds(database)
    const conditions: [string, ...SqlParam[]][] = []
    const oneOf = (column: string, values: readonly string[]) =>
      conditions.push([`${column} in (select value from json_each(?))`, JSON.stringify(values)])
    if (filter.accountIds) oneOf('account_id', filter.accountIds.flatMap(withFormerIds))
    if (filter.kinds) oneOf('kind', filter.kinds)
    if (filter.results)
      conditions.push([
        `(result in (select value from json_each(?)) or (? and ${isPartlyUnknownSql}) or (? and ${isPartlyFailedSql}))`,
        JSON.stringify(filter.results),
        filter.results.includes('unknown') ? 1 : 0,
        filter.results.includes('failed') ? 1 : 0,
      ])
    if (filter.from !== null) conditions.push(['at >= ?', filter.from])
    if (filter.until !== null) conditions.push(['at < ?', filter.until])
    conditions.push(...listSearchTextConditions(database, filter.text))
    return {
      sql: ['true', ...conditions.map(([sql]) => sql)].join(' and '),
      params: conditions.flatMap(([, ...params]) => params),
    }
  }

  /** Rows that match the filter. `range`: SQL after the condition, with `params`. */
  function read(
    filter: ChangeLogFilter,
    range: string,
    ...params: SqlParam[]
  ): { entry: ChangeLogEntry | null; row: Row }[] {
    const { currentId } = queryMergedAccountIds(database)
    const labels = new Map(
      database.all<{ id: string; label: string }>('select id, label from account').map(({ id, label }) => [id, label]),
    )
    const condition = toConditions(filter)
    return database
      .all<Row>(
        `select rowid as position, id, at, confirmed_at, is_decided_by_reading, account_id, account_label, domain, change, result, error,
           (select id from job where id = job_id) as job_id, (select id from snapshot where id = snapshot_id) as snapshot_id,
           ${irreversibleRegistrarLockSql} as is_lock_that_cannot_be_undone
         from change_log where ${condition.sql} ${range}`,
        ...condition.params,
        ...params,
      )
      .map((row) => ({ entry: toEntry(row, currentId, labels), row }))
  }

  /** The answer to a change, or a reading, may show other values than those that were sent. */
  function buildSearchTextOfEntry(entryId: string, change: LoggedChange): string {
    const row = database.get<Pick<Row, 'domain' | 'account_label'>>(
      'select domain, account_label from change_log where id = ?',
      entryId,
    )
    return buildSearchText(row?.domain ?? '', row?.account_label ?? '', change)
  }

  function countTargets(jobId: string, condition: string): number {
    const sql = `select count(distinct domain) as targets from change_log where job_id = ? and ${condition}`
    return database.get<{ targets: number }>(sql, jobId)?.targets ?? 0
  }

  return {
    newEntryId: newId,

    add({ accountId, domain, change, result, error, jobId, snapshotId, sentAt, isDecidedByReading, id = newId() }) {
      const label =
        database.get<{ label: string }>('select label from account where id = ?', accountId)?.label ?? accountId
      const now = clock.now()
      database.run(
        `insert into change_log (id, at, confirmed_at, account_id, account_label, domain, kind, search_text, change, result, error, job_id, snapshot_id, is_decided_by_reading)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        sentAt ?? now,
        now,
        accountId,
        label,
        domain,
        change.kind,
        buildSearchText(domain, label, change),
        JSON.stringify(change),
        result,
        error && JSON.stringify(toStoredError(error)),
        jobId,
        snapshotId,
        Number(isDecidedByReading ?? false),
      )
      throttle.trigger()
      return id
    },

    settle(entryId, { change, result, error, sentAt, isDecidedByReading = false }) {
      database.run(
        `update change_log set change = ?, search_text = ?, result = ?, error = ?, at = coalesce(?, at), confirmed_at = ?, is_decided_by_reading = ?
         where id = ? and result in ('sending', 'unknown')`,
        JSON.stringify(change),
        buildSearchTextOfEntry(entryId, change),
        result,
        error && JSON.stringify(toStoredError(error)),
        sentAt ?? null,
        clock.now(),
        Number(isDecidedByReading),
        entryId,
      )
      throttle.trigger()
    },

    takeBack(entryId) {
      database.run("delete from change_log where id = ? and result = 'sending'", entryId)
      throttle.trigger()
    },

    findEntriesWithUnknownOutcome(accountId, domain) {
      const ids = JSON.stringify(queryMergedAccountIds(database).withFormerIds(accountId))
      const condition = 'and domain = ? and account_id in (select value from json_each(?))'
      const unknown = read(everything, `${condition} and result = 'unknown'`, domain, ids)
      return unknown.flatMap(({ entry, row }) => {
        if (!entry) return []
        const later = read(everything, `${condition} and result <> 'failed' and rowid > ?`, domain, ids, row.position)
        return [{ entry, later: later.flatMap((other) => other.entry?.change ?? []) }]
      })
    },

    markDoneAfterReading(entryId, proved) {
      const sql =
        "update change_log set result = 'done', confirmed_at = ?, is_decided_by_reading = 1, change = ?, search_text = ? where id = ? and result = 'unknown'"
      database.run(sql, clock.now(), JSON.stringify(proved), buildSearchTextOfEntry(entryId, proved), entryId)
      throttle.trigger()
    },

    markNotMadeAfterReading(entryId) {
      // The error says that the outcome is unknown.
      const sql =
        "update change_log set result = 'failed', confirmed_at = ?, is_decided_by_reading = 1, error = null where id = ? and result = 'unknown'"
      database.run(sql, clock.now(), entryId)
      throttle.trigger()
    },

    get: (entryId) => read(everything, 'and id = ?', entryId)[0]?.entry ?? null,

    mayUndoJob(jobId) {
      const { currentId } = queryMergedAccountIds(database)
      return database
        .all<{ accountId: string }>(
          `select distinct account_id as "accountId" from change_log where job_id = ? and result in ('done', 'unknown') and kind <> 'server'
             and not ${irreversibleRegistrarLockSql}`,
          jobId,
        )
        .some(({ accountId }) => database.get('select 1 from account where id = ?', currentId(accountId)) !== undefined)
    },

    countLocksThatCannotBeUndone: (jobId) =>
      database.get<{ locks: number }>(
        `select count(*) as locks from change_log where job_id = ? and result in ('done', 'unknown') and ${irreversibleRegistrarLockSql}`,
        jobId,
      )?.locks ?? 0,

    countPartlyUnknown: (jobId) => countTargets(jobId, isPartlyUnknownSql),

    countPartlyFailed: (jobId) => countTargets(jobId, isPartlyFailedSql),

    page(filter, offset, limit) {
      const rows = read(filter, 'order by at desc, rowid desc limit ? offset ?', limit, offset)
      const { sql, params } = toConditions(filter)
      const { total } = database.get<{ total: number }>(
        `select count(*) as total from change_log where ${sql}`,
        ...params,
      ) as { total: number }
      return { rows: rows.flatMap(({ entry }) => entry ?? []), total, offset }
    },

    *iterate(filter) {
      let last = { at: Number.MAX_SAFE_INTEGER, position: Number.MAX_SAFE_INTEGER }
      for (;;) {
        const rows = read(
          filter,
          'and (at, rowid) < (?, ?) order by at desc, rowid desc limit ?',
          last.at,
          last.position,
          rowsPerRead,
        )
        for (const { entry } of rows) if (entry) yield entry
        const end = rows.at(-1)
        if (!end) return
        last = end.row
      }
    },
  }
}

function buildSearchText(domain: string, accountLabel: string, change: LoggedChange): string {
  const { host, before, after } = formatChangeValues(domain, change, { on: '', off: '' })
  const names = [domain, domainToUnicode(domain), host, host && domainToUnicode(host)]
  const records = listRecordsOfChange(change).map((record) => formatRecordForSearch(domain, record))
  const texts = [...names, accountLabel, before, after, ...records].filter((text) => text !== null)
  return normalizeSearchText(texts.join('\n'))
}

/** Null when a newer version wrote a kind of change that this one does not know. */
function toEntry(
  row: Row,
  currentId: (accountId: string) => string,
  labels: ReadonlyMap<string, string>,
): ChangeLogEntry | null {
  const change = loggedChangeSchema.safeParse(parseJsonOrNull(row.change)).data
  if (!change) return null
  const accountId = currentId(row.account_id)
  const error = parseStoredError(row.error)
  // If the sending failed and the result is `done`, a later reading has shown the change.
  const isSettledByReading =
    row.is_decided_by_reading === 1 || (row.result === 'done' && error !== null && change.kind !== 'console')
  return {
    id: row.id,
    at: row.at,
    confirmedAt:
      (row.result === 'done' || row.result === 'failed') &&
      row.confirmed_at !== null &&
      (isSettledByReading || row.confirmed_at - row.at > minuteMs)
        ? row.confirmed_at
        : null,
    accountId,
    accountLabel: labels.get(accountId) ?? row.account_label,
    domain: row.domain,
    change,
    result: row.result,
    error: isSettledByReading ? null : error,
    isSettledByReading,
    jobId: row.job_id,
    snapshotId: row.snapshot_id,
    isLockThatCannotBeUndone: row.is_lock_that_cannot_be_undone === 1,
  }
}

/**
 * Keeps only the service's own messages of the details. The other details contain whole zones, or IDs of keys. If the
 * outcome of a change is unknown, the answer of the service is in `details.lost`.
 */
function toStoredError(error: WireError): WireError {
  const answer = wireErrorSchema.safeParse(error.details['lost']).data ?? error
  const { code, status, serviceMessage } = answer
  const { errors } = answer.details
  return {
    ...error,
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    ...(serviceMessage !== undefined && { serviceMessage }),
    details: errors === undefined ? {} : { errors },
  }
}
