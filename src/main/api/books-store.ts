import { uptime } from 'node:os'
import { limitClasses, type LimitClass } from '#shared/api/limits.ts'
import type { Database } from '../store/database.ts'
import type { Clock } from '../clock.ts'
import { createAlarm } from './alarm.ts'
import { bookedForMs, createAges, upOfEarlierRun, type StoredDeparture } from './books-age.ts'
import type { LearntLimit } from './books.ts'

export interface BooksStore {
  /** Ages in milliseconds of the ends of earlier calls that still count, oldest first. */
  load(quota: string, limitClass: LimitClass): { ages: number[]; learnt: Partial<LearntLimit> }
  /** Written before the bytes leave. Null when it could not be written. */
  depart(quota: string, limitClass: LimitClass): number | null
  /** Written soon: until then, after a kill, the call counts as one that ended only at the next start. */
  ended(row: number | null): void
  forget(row: number | null): void
  learn(quota: string, limitClass: LimitClass, learnt: LearntLimit): void
  /** What counts for one quota counts for the other, too. */
  copy(quota: string, fromQuota: string): void
  /** Budgets with calls of the last day. */
  known(): { quota: string; limitClass: LimitClass }[]
  close(): void
}

/** Rows written ahead for calls that are likely to come next: one write for all of them. */
interface Booking {
  quota: string
  /** Ids not yet used. */
  rows: number[]
  at: number
}

/** After a kill, those written ahead and not used count for a minute: so many places of sixty may be given away. */
const bookedAtOnce = 3
const tidyAfterMs = 250
const departuresBetweenPrunings = 500
const prunedAtOnce = 1_000
const row = '(?1, ?2, ?3, ?4)'
const insertOne = `insert into departure (account_id, limit_class, at, up) values ${row}`
const insertAll = `insert into departure (account_id, limit_class, at, up) values ${Array<string>(bookedAtOnce).fill(row).join(', ')}`

/**
 * The books on disk, in the tables `departure` and `learnt_limit`. A row stands on disk before its call leaves; calls that follow each other
 * closely find theirs written already. After a kill, rows written ahead count like calls that were under way. How old a row is: `books-age.ts`.
 * A failing disk stops no call: the books in memory still hold.
 */
export function createBooksStore(database: Database, clock: Clock, uptimeMs = () => uptime() * 1000): BooksStore {
  const bookings = new Map<string, Booking>()
  const alarm = createAlarm(clock, tidy)
  let ended: number[] = []
  let departures = 0

  function attempt<T>(work: () => T, fallback: T): T {
    try {
      return work()
    } catch {
      return fallback
    }
  }

  const wallNow = () => Math.round(clock.now())
  /** Rounded so that no call looks older than it is. */
  const upNow = () => Math.ceil(clock.monotonic())
  const idOf = (quota: string, limitClass: string) => `${limitClass} ${quota}`

  const stored = attempt(
    () => database.all<StoredDeparture>('select rowid as row, account_id as quota, limit_class as limitClass, at, up, is_answered as isAnswered from departure order by rowid'),
    [],
  )
  const ages = createAges(stored, { clock, uptimeMs })
  const unread = Map.groupBy(stored, ({ quota, limitClass }) => idOf(quota, limitClass))
  attempt(() => {
    database.run('update departure set at = ? where at > ?', wallNow(), wallNow())
    if (ages.firstOfThisRun > 0) database.run('update departure set up = ? where rowid < ?', upOfEarlierRun, ages.firstOfThisRun)
    forgetFirst(stored)
  }, undefined)

  /** Rows stand in the order of leaving: those that count no more come first. */
  function forgetFirst(rows: readonly StoredDeparture[]): void {
    const kept = rows.findIndex((row) => !ages.isPast(row))
    const last = rows.at(kept === -1 ? -1 : kept - 1)
    if (kept !== 0 && last) database.run('delete from departure where rowid <= ?', last.row)
  }

  function prune(): void {
    forgetFirst(database.all<StoredDeparture>('select rowid as row, at, up from departure order by rowid limit ?', prunedAtOnce))
  }

  function writeEnds(): void {
    if (ended.length === 0) return
    const written = ended
    ended = []
    database.run('update departure set at = ?, up = ?, is_answered = 1 where rowid in (select value from json_each(?))', wallNow(), upNow(), JSON.stringify(written))
  }

  function cancel({ quota, rows }: Booking): void {
    const unused = rows.splice(0)
    // Of an account that was removed meanwhile they are gone, and their ids may be another's.
    const sql = 'delete from departure where account_id = ? and rowid in (select value from json_each(?))'
    if (unused.length > 0) database.run(sql, quota, JSON.stringify(unused))
  }

  /** Writes what waits to be written, and takes back what nobody used. */
  function tidy(): void {
    const now = clock.monotonic()
    attempt(writeEnds, undefined)
    for (const [id, booking] of bookings) {
      if (now - booking.at < bookedForMs) continue
      attempt(() => cancel(booking), undefined)
      bookings.delete(id)
    }
    if (bookings.size > 0) alarm.ringAt(now + tidyAfterMs)
  }

  /** The first row alone: one call does not tell that others follow. */
  function book(quota: string, limitClass: LimitClass): number {
    const id = idOf(quota, limitClass)
    const before = bookings.get(id)
    const size = before ? bookedAtOnce : 1
    departures += size
    if (departures >= departuresBetweenPrunings) {
      departures = 0
      prune()
    }
    const { lastId } = database.run(size === 1 ? insertOne : insertAll, quota, limitClass, wallNow(), upNow())
    if (before) cancel(before)
    const at = clock.monotonic()
    bookings.set(id, { quota, rows: Array.from({ length: size - 1 }, (_, index) => lastId - index), at })
    alarm.ringAt(at + tidyAfterMs)
    return lastId - size + 1
  }

  return {
    load(quota, limitClass) {
      const id = idOf(quota, limitClass)
      const rows = unread.get(id) ?? []
      unread.delete(id)
      const sql = 'select per_minute as perMinute, per_day as perDay, concurrent from learnt_limit where account_id = ? and limit_class = ?'
      const learnt = attempt(() => database.get<LearntLimit>(sql, quota, limitClass), undefined)
      return { ages: rows.map(ages.sinceEnd).toSorted((a, b) => b - a), learnt: { ...learnt } }
    },
    depart(quota, limitClass) {
      const booking = bookings.get(idOf(quota, limitClass))
      const isFresh = booking !== undefined && clock.monotonic() - booking.at < bookedForMs
      return (isFresh ? booking.rows.pop() : undefined) ?? attempt(() => book(quota, limitClass), null)
    },
    ended(row) {
      if (row === null) return
      ended.push(row)
      alarm.ringAt(clock.monotonic() + tidyAfterMs)
    },
    forget(row) {
      if (row !== null) attempt(() => database.run('delete from departure where rowid = ?', row), null)
    },
    learn(quota, limitClass, { perMinute, perDay, concurrent }) {
      const sql = 'insert or replace into learnt_limit (account_id, limit_class, per_minute, per_day, concurrent) values (?, ?, ?, ?, ?)'
      attempt(() => database.run(sql, quota, limitClass, perMinute, perDay, concurrent), null)
    },
    copy(quota, fromQuota) {
      const sql = 'insert into departure (account_id, limit_class, at, up, is_answered) select ?, limit_class, at, up, is_answered from departure where account_id = ?'
      attempt(() => {
        writeEnds()
        database.run(sql, quota, fromQuota)
      }, undefined)
    },
    known: () => [...unread.values()].map(([first]) => first as StoredDeparture).filter(({ limitClass }) => limitClasses.includes(limitClass)),
    close() {
      alarm.stop()
      attempt(writeEnds, undefined)
      for (const booking of bookings.values()) attempt(() => cancel(booking), undefined)
    },
  }
}
