import { dayMs, minuteMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'

/** One row of the table `departure`: a call in flight, with its start time, or an ended call, with its end time. */
export interface RateLedgerRow {
  /** Ascending in the order of sending. */
  row: number
  quota: string
  /** The column `limit_class`. */
  storedClass: string
  /** Wall clock, epoch milliseconds. */
  at: number
  /** Monotonic milliseconds: since the machine was started. */
  up: number
  isAnswered: 0 | 1
}

/** Maximum time between the writing of a row and the start of its call. */
export const maxMsFromLedgerRowWriteToCallStart = 5_000
/**
 * Latest time, after its row was written, at which an unanswered call may have reached the service: its time limit and
 * the time between the row and the start of the call.
 */
const maxCallMs = 180_000 + maxMsFromLedgerRowWriteToCallStart
/** Much longer than the window of a minute. */
const recentMs = maxCallMs + 2 * minuteMs

interface TimeSources {
  clock: Clock
  /** Milliseconds since the machine was started, including sleep. */
  uptimeMs: () => number
}

/**
 * Computes the minimum ages of the rows. The wall clock may be wrong by years and may be set at any time. The monotonic
 * clock is right, but it stops during sleep on some systems, and it restarts at boot. For rows of the current boot, the
 * monotonic clock gives the age, and the wall clock decides only how much sleep time is added. For rows of earlier
 * boots, the wall clock gives the age, but not less than the time since boot. A reboot is detected by rows whose `up`
 * is ahead of the monotonic clock. If no row is ahead of the monotonic clock, the reboot is not detected, and rows of
 * the earlier boot count up to one day too long. A reboot and a wall clock set forward by a day, both within one
 * minute, are not detected: the service may then refuse one call.
 */
export function createRateLedgerRowAgeEstimator(rows: readonly RateLedgerRow[], { clock, uptimeMs }: TimeSources) {
  const firstRowOfThisBoot = findFirstRowOfThisBoot(rows, clock.monotonic())

  function age({ row, at, up }: RateLedgerRow): number {
    const upNow = clock.monotonic()
    const [least, most] = row < firstRowOfThisBoot ? [upNow, Number.POSITIVE_INFINITY] : sinceThen(upNow, up)
    const likely = Math.min(Math.max(clock.now() - at, least), most)
    // The limit per minute relies on the monotonic clock alone.
    return least < recentMs && likely < dayMs ? least : likely
  }

  function sinceThen(upNow: number, up: number): [number, number] {
    const awakeMs = Math.max(0, upNow - up)
    return [awakeMs, awakeMs + Math.max(0, uptimeMs() - upNow)]
  }

  return {
    firstRowOfThisBoot,
    isExpired: (row: RateLedgerRow) => age(row) > dayMs + maxCallMs,
    /** Minimum milliseconds since the end of the row's call. */
    msSinceEnd: (row: RateLedgerRow) => (row.isAnswered ? age(row) : Math.max(0, age(row) - maxCallMs)),
  }
}

/** Stored in `up` for rows of an earlier boot, so that later starts recognize them too. */
export const uptimeMarkerOfEarlierBoot = Number.MAX_SAFE_INTEGER

/**
 * Returns the first row of the current boot. A row gets a new `up` when its call ends. Its `up` may therefore be up to
 * `maxCallMs` later than the `up` of the rows after it.
 */
function findFirstRowOfThisBoot(rows: readonly RateLedgerRow[], upNow: number): number {
  let least = upNow
  for (const { row, up } of rows.toReversed()) {
    if (up - maxCallMs > least) return row + 1
    least = Math.min(least, up)
  }
  return 0
}
