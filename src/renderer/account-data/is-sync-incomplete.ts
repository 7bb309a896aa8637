import { isSyncRunning, type SyncProgress } from '#shared/ipc/sync.ts'
import { hasMissingDetails } from './count-details-unread-by-sync.ts'

/**
 * True if a sync of the account runs, or the last one ended early, failed, or left details unread. Also true while the
 * progress is not known.
 */
export function isSyncIncomplete(progress: SyncProgress | undefined): boolean {
  if (progress === undefined || isSyncRunning(progress)) return true
  return progress.state === 'cancelled' || progress.state === 'failed' || hasMissingDetails(progress)
}
