import { dayMs, minuteMs, type LimitClass } from '#shared/api/limits.ts'
import type { Clock } from '#main/clock.ts'

/** One row of `departure`: a call under way (since then), or one that has ended (then). */
export interface RateLedgerRow {
  /** Ascending in the order of leaving. */
  row: number
  quota: string
  limitClass: LimitClass
  /** Wall clock, epoch milliseconds. */
  at: number
  /** Monotonic: since the machine was started. */
  up: number
  isAnswered: 0 | 1
}

/** How long a row may be written before its call leaves. */
export const preSendLeaseMs = 5_000
/** A call found unanswered may have reached the service as late as its time limit allowed. */
const maxCallMs = 180_000 + preSendLeaseMs
/** Far beyond the minute's window. */
const recentMs = maxCallMs + 2 * minuteMs

interface Times {
  clock: Clock
  /** Since the machine was started, its sleep included. */
  uptimeMs: () => number
}

/**
 * How old rows are at least. The wall clock may be years off and be set at any time; the machine's own clock is right, but stands still while
 * some systems sleep, and begins anew when the machine is started. So in the run of the machine that wrote the row its clock decides, and the
 * wall clock only how much of its sleep came later; of earlier runs the wall clock tells, as far as it is not less than this run.
 * A machine that was started again is known by rows that its clock has not reached yet. Where it has passed them all, rows of an earlier run
 * count longer than they need, by a day at most. Who starts the machine again and sets its clock forward by a day, all within the minute, is
 * believed, and may be refused once.
 */
export function createLedgerAge(rows: readonly RateLedgerRow[], { clock, uptimeMs }: Times) {
  const firstRowOfThisBoot = findFirstRowOfThisBoot(rows, clock.monotonic())

  function age({ row, at, up }: RateLedgerRow): number {
    const upNow = clock.monotonic()
    const [least, most] = row < firstRowOfThisBoot ? [upNow, Number.POSITIVE_INFINITY] : sinceThen(upNow, up)
    const likely = Math.min(Math.max(clock.now() - at, least), most)
    // The minute is counted by the machine's clock alone.
    return least < recentMs && likely < dayMs ? least : likely
  }

  function sinceThen(upNow: number, up: number): [number, number] {
    const awakeMs = Math.max(0, upNow - up)
    return [awakeMs, awakeMs + Math.max(0, uptimeMs() - upNow)]
  }

  return {
    firstRowOfThisBoot,
    isExpired: (row: RateLedgerRow) => age(row) > dayMs + maxCallMs,
    /** How long ago its call ended at least. */
    msSinceEnd: (row: RateLedgerRow) => (row.isAnswered ? age(row) : Math.max(0, age(row) - maxCallMs)),
  }
}

/** Of rows of an earlier run, so that they are known as such for good. */
export const previousBootUptime = Number.MAX_SAFE_INTEGER

/** The first row since the machine was started. A row is written again when its call ends: it may be later than those after it, by one flight. */
function findFirstRowOfThisBoot(rows: readonly RateLedgerRow[], upNow: number): number {
  let least = upNow
  for (const { row, up } of rows.toReversed()) {
    if (up - maxCallMs > least) return row + 1
    least = Math.min(least, up)
  }
  return 0
}
