import { dayMs, limitClasses, type LimitClass } from '#shared/api/limits.ts'
import type { Database } from '../store/database.ts'
import type { Clock } from '../clock.ts'
import type { LearntLimit } from './books.ts'

export interface BooksStore {
  /** Ages in milliseconds of the ends of earlier calls that still count, oldest first. */
  load(quota: string, limitClass: LimitClass): { ages: number[]; learnt: Partial<LearntLimit> }
  /** Written before the bytes leave. Null when it could not be written. */
  depart(quota: string, limitClass: LimitClass): number | null
  ended(row: number | null): void
  forget(row: number | null): void
  learn(quota: string, limitClass: LimitClass, learnt: LearntLimit): void
  /** Budgets with calls of the last day. */
  known(): { quota: string; limitClass: LimitClass }[]
}

/** A call found unanswered may have reached the service as late as its time limit allowed. */
const longestFlightMs = 180_000
const departuresBetweenPrunings = 500

/**
 * The books on disk, in the tables `departure` and `learnt_limit`, by the wall clock: nothing else survives a restart. A row from the future is
 * of a clock that was wrong: it counts as of now, so that it ends. A failing disk stops no call: the books in memory still hold.
 */
export function createBooksStore(database: Database, clock: Clock): BooksStore {
  let departures = 0

  function attempt<T>(work: () => T, fallback: T): T {
    try {
      return work()
    } catch {
      return fallback
    }
  }

  function prune(): void {
    const now = clock.now()
    database.run('delete from departure where at < ?', now - dayMs - longestFlightMs)
    database.run('update departure set at = ? where at > ?', now, now)
  }

  attempt(prune, undefined)

  return {
    load: (quota, limitClass) =>
      attempt(
        () => {
          const now = clock.now()
          const rows = database.all<{ at: number; is_answered: number }>(
            'select at, is_answered from departure where account_id = ? and limit_class = ?',
            quota,
            limitClass,
          )
          const ends = rows.map(({ at, is_answered }) => Math.min(now, is_answered ? at : at + longestFlightMs))
          const learnt = database.get<LearntLimit>(
            'select per_minute as perMinute, per_day as perDay, concurrent from learnt_limit where account_id = ? and limit_class = ?',
            quota,
            limitClass,
          )
          return { ages: ends.toSorted((a, b) => a - b).map((end) => now - end), learnt: { ...learnt } }
        },
        { ages: [], learnt: {} },
      ),
    depart: (quota, limitClass) =>
      attempt(() => {
        departures += 1
        if (departures % departuresBetweenPrunings === 0) prune()
        return database.run('insert into departure (account_id, limit_class, at) values (?, ?, ?)', quota, limitClass, clock.now()).lastId
      }, null),
    ended(row) {
      if (row !== null) attempt(() => database.run('update departure set at = ?, is_answered = 1 where rowid = ?', clock.now(), row), null)
    },
    forget(row) {
      if (row !== null) attempt(() => database.run('delete from departure where rowid = ?', row), null)
    },
    learn(quota, limitClass, { perMinute, perDay, concurrent }) {
      const sql = 'insert or replace into learnt_limit (account_id, limit_class, per_minute, per_day, concurrent) values (?, ?, ?, ?, ?)'
      attempt(() => database.run(sql, quota, limitClass, perMinute, perDay, concurrent), null)
    },
    known: () =>
      attempt(
        () =>
          database
            .all<{ quota: string; limitClass: LimitClass }>('select distinct account_id as quota, limit_class as limitClass from departure')
            .filter(({ limitClass }) => limitClasses.includes(limitClass)),
        [],
      ),
  }
}
