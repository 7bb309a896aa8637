import { minuteMs } from '#shared/durations.ts'

/** The pauses between the readings of a list with pending statuses. The last one is repeated. */
export const pendingStatusPollIntervalsMs: readonly number[] = [1, 2, 5, 10, 30, 60].map(
  (minutes) => minutes * minuteMs,
)

/** What the poller knows of one list. Times are epoch milliseconds. */
export interface PendingStatusPollState {
  /** The names with a pending status, and these statuses, as last stored, in one text. */
  shown: string
  /** How often the list was polled since they changed, with or without an answer. */
  polls: number
  /** When the list was last polled; before the first time, when the poller was started. */
  polledAt: number
}

/** The state after the stored rows were looked at: a change starts the back-off again. */
export function updatePendingStatusPollState(
  before: PendingStatusPollState | undefined,
  shown: string,
  startedAt: number,
): PendingStatusPollState {
  if (before?.shown === shown) return before
  return { shown, polls: 0, polledAt: before?.polledAt ?? startedAt }
}

/**
 * When the list is due. `readAt`: when the unfinished procedures were last read, by whatever reading. A time in the future,
 * after the clock was set back, counts as now.
 */
export function computeNextPollAt({ polls, polledAt }: PendingStatusPollState, readAt: number, now: number): number {
  const interval = pendingStatusPollIntervalsMs[Math.min(polls, pendingStatusPollIntervalsMs.length - 1)] as number
  return Math.min(now, Math.max(readAt, polledAt)) + interval
}
