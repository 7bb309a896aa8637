import { dayMs, limitClasses, minuteMs, type LimitClass } from '#shared/api/limits.ts'
import type { Database } from '../store/database.ts'
import type { Clock } from '../clock.ts'
import { createAlarm } from './alarm.ts'
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
  /** Budgets with calls of the last day. */
  known(): { quota: string; limitClass: LimitClass }[]
  close(): void
}

interface Row {
  at: number
  up: number
  is_answered: number
}

/** A call found unanswered may have reached the service as late as its time limit allowed. */
const longestFlightMs = 180_000
const departuresBetweenPrunings = 500
/** Far beyond the minute's window. */
const recentMs = longestFlightMs + 2 * minuteMs
const endsWaitMs = 100

/**
 * The books on disk, in the tables `departure` and `learnt_limit`. The wall clock may be years off and be set between two runs, so each row
 * has the machine's time since its boot too: what has passed by it has passed, and after another boot at least the time since that boot.
 * The minute is counted by this clock alone; the day, for which a night's shutdown matters, by the wall clock where it says more.
 * A failing disk stops no call: the books in memory still hold.
 */
export function createBooksStore(database: Database, clock: Clock): BooksStore {
  let departures = 0
  let ended: { row: number; at: number; up: number }[] = []
  const alarm = createAlarm(clock, () => attempt(() => database.transaction(writeEnds), undefined))

  function attempt<T>(work: () => T, fallback: T): T {
    try {
      return work()
    } catch {
      return fallback
    }
  }

  const wallNow = () => Math.round(clock.now())

  /** How long ago at least. */
  function ageOf({ at, up }: Row): number {
    const upNow = clock.monotonic()
    const age = upNow >= up ? upNow - up : upNow
    return age < recentMs ? age : Math.max(age, clock.now() - at)
  }

  function prune(): void {
    const [now, up] = [wallNow(), clock.monotonic()]
    database.run('delete from departure where at < ? and up < ?', now - dayMs - longestFlightMs, up - recentMs)
    if (up > recentMs) database.run('delete from departure where at < ? and up > ?', now - dayMs - longestFlightMs, up)
    database.run('update departure set at = ? where at > ?', now, now)
  }

  function writeEnds(): void {
    const written = ended
    ended = []
    for (const { row, at, up } of written) database.run('update departure set at = ?, up = ?, is_answered = 1 where rowid = ?', at, up, row)
  }

  attempt(prune, undefined)

  return {
    load: (quota, limitClass) =>
      attempt(
        () => {
          const rows = database.all<Row>('select at, up, is_answered from departure where account_id = ? and limit_class = ?', quota, limitClass)
          const ages = rows.map((row) => Math.max(0, ageOf(row) - (row.is_answered ? 0 : longestFlightMs)))
          const learnt = database.get<LearntLimit>(
            'select per_minute as perMinute, per_day as perDay, concurrent from learnt_limit where account_id = ? and limit_class = ?',
            quota,
            limitClass,
          )
          return { ages: ages.toSorted((a, b) => b - a), learnt: { ...learnt } }
        },
        { ages: [], learnt: {} },
      ),
    depart: (quota, limitClass) =>
      attempt(() => {
        departures += 1
        if (departures % departuresBetweenPrunings === 0) prune()
        return database.transaction(() => {
          writeEnds()
          return database.run('insert into departure (account_id, limit_class, at, up) values (?, ?, ?, ?)', quota, limitClass, wallNow(), clock.monotonic()).lastId
        })
      }, null),
    ended(row) {
      if (row === null) return
      ended.push({ row, at: wallNow(), up: clock.monotonic() })
      alarm.ringAt(clock.monotonic() + endsWaitMs)
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
    close() {
      alarm.stop()
      attempt(writeEnds, undefined)
    },
  }
}
