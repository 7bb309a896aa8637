import type { SyncProgress } from '#shared/ipc/sync.ts'

/** Returns the number of details that a failed or cancelled sync did not read. Returns 0 for other states. */
export function countDetailsUnreadByStoppedSync({ state, detailsUnread }: SyncProgress): number {
  return state === 'failed' || state === 'cancelled' ? detailsUnread : 0
}

/**
 * True if the counts of details are those of an earlier sync, because this one failed before it could read details.
 */
export function hasDetailCountsOfEarlierSync({ state, startedAt, detailsEndedAt }: SyncProgress): boolean {
  return state === 'failed' && (detailsEndedAt ?? -Infinity) < (startedAt ?? -Infinity)
}

/** True if details of this sync failed or were not read, or no key may read them any more. */
export function hasMissingDetails(progress: SyncProgress): boolean {
  return progress.detailsFailed + progress.detailsNoKeyMayRead + countDetailsUnreadByStoppedSync(progress) > 0
}
