import type { SyncProgress } from '#shared/ipc/sync.ts'

/**
 * Number of details that a failed or cancelled sync did not read. Returns 0 for other states, and so also for a sync of
 * an earlier run of the app.
 */
export function countUnreadDetails({ state, detailsRead, detailsFailed, detailsTotal }: SyncProgress): number {
  return state === 'failed' || state === 'cancelled' ? Math.max(0, detailsTotal - detailsRead - detailsFailed) : 0
}

/** True if details of this sync failed or were not read. */
export function hasMissingDetails(progress: SyncProgress): boolean {
  return progress.detailsFailed + countUnreadDetails(progress) > 0
}

/** True if the last sync of an account ended early, failed, or left details unread. */
export function isSyncIncomplete(progress: SyncProgress): boolean {
  return progress.state === 'cancelled' || progress.state === 'failed' || hasMissingDetails(progress)
}
