import { uptime } from 'node:os'
import { rateLimitClasses, type RateLimitClass } from '#shared/api/service-limits.ts'
import type { Database } from '#main/store/database.ts'
import type { Clock } from '#main/clock.ts'
import { createEarliestTimer } from '#main/event-loop/earliest-timer.ts'
import {
  maxMsFromLedgerRowWriteToCallStart,
  createRateLedgerRowAgeEstimator,
  uptimeMarkerOfEarlierBoot,
  type RateLedgerRow,
} from './rate-ledger-row-age-estimator.ts'
import type { LearntLimits, RetryAfterWaits } from './rate-ledger.ts'

/** Calls that are counted together: those of an account in a limit class, or those among them that name one server. */
export interface RateLimitBucket {
  quota: string
  limitClass: RateLimitClass
  /** In lower case; null for all calls of the class. */
  server: string | null
}

export interface RateLedgerStore {
  /**
   * Ages in milliseconds of the ends of earlier calls that still count, oldest first, the learnt limits, and how long
   * the service still asks to wait.
   */
  load(bucket: RateLimitBucket): { ages: number[]; learnt: Partial<LearntLimits>; retryAfterWaits: RetryAfterWaits }
  /** Stored before the bytes are sent. Null if the row could not be written. */
  recordStart(bucket: RateLimitBucket): number | null
  /**
   * Stored with a short delay. If the app is killed before that, the next start assumes the latest possible end of the
   * call.
   */
  recordEnd(row: number | null): void
  deleteRowOfUnsentCall(row: number | null): void
  saveLearntLimits(bucket: RateLimitBucket, learnt: LearntLimits): void
  /** How long the service asks to wait from now. Replaces what was stored before. */
  saveRetryAfterWaits(bucket: RateLimitBucket, waits: RetryAfterWaits): void
  /** Calls that count for `fromQuota` count for `quota`, too. */
  copyCalls(quota: string, fromQuota: string): void
  /** Buckets with calls in the last day, and the limit classes in which an account has learnt limits. */
  listBuckets(): RateLimitBucket[]
  close(): void
}

/** Rows written ahead in one statement, for calls that will probably follow. */
interface PrewrittenRows {
  quota: string
  /** Row IDs that are not used yet. */
  rows: number[]
  at: number
}

/**
 * Rows are inserted three at a time. After a kill, up to two unused rows of an account and limit class count as calls
 * in flight until they are old enough.
 */
const rowsPerPrewriting = 3
const tidyAfterMs = 250
const rowsBetweenPrunings = 500
const prunedAtOnce = 1_000
const row = '(?1, ?2, ?3, ?4)'
const insertOne = `insert into departure (account_id, limit_class, at, up) values ${row}`
const insertAll = `insert into departure (account_id, limit_class, at, up) values ${Array<string>(rowsPerPrewriting).fill(row).join(', ')}`

/**
 * Keeps the rate ledger on disk, in the tables `departure`, `learnt_limit` and `requested_wait`. A row is on disk
 * before its call is sent; calls in quick succession use rows that were written ahead. After a kill, rows written ahead
 * count as calls in flight. For the age of a row, see `rate-ledger-row-age-estimator.ts`. A failing disk
 * stops no call: the rate ledger in memory still applies.
 */
export function createRateLedgerStore(
  database: Database,
  clock: Clock,
  uptimeMs = () => uptime() * 1000,
): RateLedgerStore {
  const prewritten = new Map<string, PrewrittenRows>()
  const tidyTimer = createEarliestTimer(clock, tidy)
  let ended: number[] = []
  let insertedRows = 0

  function withFallback<T>(work: () => T, fallback: T): T {
    try {
      return work()
    } catch {
      return fallback
    }
  }

  const wallNow = () => Math.round(clock.now())
  /** Rounded up, so that no call looks older than it is. */
  const upNow = () => Math.ceil(clock.monotonic())
  const idOf = (quota: string, storedClass: string) => `${quota} ${storedClass}`

  const stored = withFallback(
    () =>
      database.all<RateLedgerRow>(
        'select rowid as row, account_id as quota, limit_class as storedClass, at, up, is_answered as isAnswered from departure order by rowid',
      ),
    [],
  )
  const ages = createRateLedgerRowAgeEstimator(stored, { clock, uptimeMs })
  const unread = Map.groupBy(stored, ({ quota, storedClass }) => idOf(quota, storedClass))
  withFallback(() => {
    database.run('update departure set at = ? where at > ?', wallNow(), wallNow())
    if (ages.firstRowOfThisBoot > 0)
      database.run('update departure set up = ? where rowid < ?', uptimeMarkerOfEarlierBoot, ages.firstRowOfThisBoot)
    deleteExpiredRows(stored)
  }, undefined)

  /** Rows are stored in the order of sending, so expired rows come first. */
  function deleteExpiredRows(rows: readonly RateLedgerRow[]): void {
    const kept = rows.findIndex((row) => !ages.isExpired(row))
    const last = rows.at(kept === -1 ? -1 : kept - 1)
    if (kept !== 0 && last) database.run('delete from departure where rowid <= ?', last.row)
  }

  function prune(): void {
    deleteExpiredRows(
      database.all<RateLedgerRow>('select rowid as row, at, up from departure order by rowid limit ?', prunedAtOnce),
    )
  }

  function writeEnds(): void {
    if (ended.length === 0) return
    const written = ended
    ended = []
    database.run(
      'update departure set at = ?, up = ?, is_answered = 1 where rowid in (select value from json_each(?))',
      wallNow(),
      upNow(),
      JSON.stringify(written),
    )
  }

  function deleteUnusedRows({ quota, rows }: PrewrittenRows): void {
    const unused = rows.splice(0)
    // Rows of a removed account are gone, and their IDs may belong to another account.
    const sql = 'delete from departure where account_id = ? and rowid in (select value from json_each(?))'
    if (unused.length > 0) database.run(sql, quota, JSON.stringify(unused))
  }

  /**
   * Returns the remaining waits, at most those that were requested. As with the ages of rows, the monotonic clock gives
   * the least time that has passed, and the wall clock adds the time in which the machine slept or was off. If the wall
   * clock is set forward, the service may refuse one call.
   */
  function loadRetryAfterWaits(quota: string, storedClass: string): RetryAfterWaits {
    const sql =
      'select at, up, wait_ms as byLimitMs, unexplained_wait_ms as unexplainedMs from requested_wait where account_id = ? and limit_class = ?'
    const wait = withFallback(
      () => database.get<RetryAfterWaits & { at: number; up: number }>(sql, quota, storedClass),
      undefined,
    )
    if (!wait) return { byLimitMs: 0, unexplainedMs: 0 }
    const now = clock.monotonic()
    const passedMs = Math.max(now >= wait.up ? now - wait.up : now, clock.now() - wait.at)
    return {
      byLimitMs: Math.max(0, wait.byLimitMs - passedMs),
      unexplainedMs: Math.max(0, wait.unexplainedMs - passedMs),
    }
  }

  /** Writes pending ends and deletes unused prewritten rows. */
  function tidy(): void {
    const now = clock.monotonic()
    withFallback(writeEnds, undefined)
    for (const [id, batch] of prewritten) {
      if (now - batch.at < maxMsFromLedgerRowWriteToCallStart) continue
      withFallback(() => deleteUnusedRows(batch), undefined)
      prewritten.delete(id)
    }
    if (prewritten.size > 0) tidyTimer.fireAt(now + tidyAfterMs)
  }

  /** The first call gets a single row: one call does not mean that others follow. */
  function prewriteRows(bucket: RateLimitBucket): number {
    const { quota } = bucket
    const storedClass = formatStoredClass(bucket)
    const id = idOf(quota, storedClass)
    const before = prewritten.get(id)
    const size = before ? rowsPerPrewriting : 1
    insertedRows += size
    if (insertedRows >= rowsBetweenPrunings) {
      insertedRows = 0
      prune()
    }
    const { lastId } = database.run(size === 1 ? insertOne : insertAll, quota, storedClass, wallNow(), upNow())
    if (before) deleteUnusedRows(before)
    const at = clock.monotonic()
    prewritten.set(id, { quota, rows: Array.from({ length: size - 1 }, (_, index) => lastId - index), at })
    tidyTimer.fireAt(at + tidyAfterMs)
    return lastId - size + 1
  }

  return {
    load(bucket) {
      const { quota } = bucket
      const storedClass = formatStoredClass(bucket)
      const id = idOf(quota, storedClass)
      const rows = unread.get(id) ?? []
      unread.delete(id)
      const sql =
        'select per_minute as perMinute, per_day as perDay, concurrent from learnt_limit where account_id = ? and limit_class = ?'
      const learnt = withFallback(() => database.get<LearntLimits>(sql, quota, storedClass), undefined)
      return {
        ages: rows.map(ages.msSinceEnd).toSorted((a, b) => b - a),
        learnt: { ...learnt },
        retryAfterWaits: loadRetryAfterWaits(quota, storedClass),
      }
    },
    recordStart(bucket) {
      const batch = prewritten.get(idOf(bucket.quota, formatStoredClass(bucket)))
      const isFresh = batch !== undefined && clock.monotonic() - batch.at < maxMsFromLedgerRowWriteToCallStart
      return (isFresh ? batch.rows.pop() : undefined) ?? withFallback(() => prewriteRows(bucket), null)
    },
    recordEnd(row) {
      if (row === null) return
      ended.push(row)
      tidyTimer.fireAt(clock.monotonic() + tidyAfterMs)
    },
    deleteRowOfUnsentCall(row) {
      if (row !== null) withFallback(() => database.run('delete from departure where rowid = ?', row), null)
    },
    saveLearntLimits(bucket, { perMinute, perDay, concurrent }) {
      const sql =
        'insert or replace into learnt_limit (account_id, limit_class, per_minute, per_day, concurrent) values (?, ?, ?, ?, ?)'
      withFallback(
        () => database.run(sql, bucket.quota, formatStoredClass(bucket), perMinute, perDay, concurrent),
        null,
      )
    },
    saveRetryAfterWaits(bucket, { byLimitMs, unexplainedMs }) {
      const sql =
        'insert or replace into requested_wait (account_id, limit_class, at, up, wait_ms, unexplained_wait_ms) values (?, ?, ?, ?, ?, ?)'
      const stored = [wallNow(), Math.floor(clock.monotonic()), Math.ceil(byLimitMs), Math.ceil(unexplainedMs)]
      withFallback(() => database.run(sql, bucket.quota, formatStoredClass(bucket), ...stored), null)
    },
    copyCalls(quota, fromQuota) {
      const sql =
        'insert into departure (account_id, limit_class, at, up, is_answered) select ?, limit_class, at, up, is_answered from departure where account_id = ?'
      withFallback(() => {
        writeEnds()
        database.run(sql, quota, fromQuota)
      }, undefined)
    },
    listBuckets() {
      // Ledgers of servers are loaded when a call needs them. Finished key trials have learnt limits, but no account.
      const sql =
        "select account_id as quota, limit_class as storedClass from learnt_limit where instr(limit_class, ' ') = 0 and account_id in (select id from account)"
      const learnt = withFallback(() => database.all<Pick<RateLedgerRow, 'quota' | 'storedClass'>>(sql), [])
      const withCalls = [...unread.values()].map(([first]) => first as RateLedgerRow)
      return [...withCalls, ...learnt].flatMap(({ quota, storedClass }) => {
        const bucket = parseStoredClass(storedClass)
        return bucket ? [{ quota, ...bucket }] : []
      })
    },
    close() {
      tidyTimer.stop()
      withFallback(writeEnds, undefined)
      for (const batch of prewritten.values()) withFallback(() => deleteUnusedRows(batch), undefined)
    },
  }
}

/**
 * The text in the column `limit_class`. A server is part of it, because earlier versions read only the rows of whole
 * classes.
 */
function formatStoredClass({ limitClass, server }: RateLimitBucket): string {
  return server === null ? limitClass : `${limitClass} ${server}`
}

function parseStoredClass(stored: string): Pick<RateLimitBucket, 'limitClass' | 'server'> | null {
  const [name, ...server] = stored.split(' ')
  const limitClass = rateLimitClasses.find((known) => known === name)
  return limitClass ? { limitClass, server: server.length > 0 ? server.join(' ') : null } : null
}
