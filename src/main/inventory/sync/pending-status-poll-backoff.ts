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

/** Returns the state after a check of the stored rows. A change of these rows starts the back-off again. */
export function updatePendingStatusPollState(
  before: PendingStatusPollState | undefined,
  shown: string,
  startedAt: number,
): PendingStatusPollState {
  if (before?.shown === shown) return before
  return { shown, polls: 0, polledAt: before?.polledAt ?? startedAt }
}

/**
 * Returns when the list is due. `readAt`: when its entries with a pending status were last read, by whatever reading. A
 * time in the future, after the clock was set back, counts as now.
 */
export function computeNextPollAt({ polls, polledAt }: PendingStatusPollState, readAt: number, now: number): number {
  const interval = pendingStatusPollIntervalsMs[Math.min(polls, pendingStatusPollIntervalsMs.length - 1)] as number
  return Math.min(now, Math.max(readAt, polledAt)) + interval
}
