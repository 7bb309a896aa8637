import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { minuteMs } from '#shared/durations.ts'
import { findAutomaticReadObstacle, type AppStateForAutomaticReads } from '#shared/find-automatic-read-obstacle.ts'
import type { AccountListsWithPendingStatuses } from '#shared/ipc/account-lists-with-pending-statuses.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { hasNewestSyncNoProxy } from '#renderer/account-data/is-proxy-failing.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * Says when a list with unfinished procedures is read again, and whether the newest sync got no connection through the
 * proxy. Without background quota, only a sync reads the list, unless nothing of the account is read or no usable key
 * may read it.
 */
export function describeNextReadingOfPendingList(
  pending: AccountListsWithPendingStatuses['lists'][number],
  account: Pick<Account, 'health' | 'isPaused' | 'keys' | 'proxy'>,
  progress: SyncProgress | undefined,
  appState: AppStateForAutomaticReads,
  now: number,
  t: Translate,
): string {
  const { isReading, nextReadAt } = pending
  const next = describeNextReading(pending, account, appState, now, t)
  const mayFailAgain = (isReading || nextReadAt !== null) && hasNewestSyncNoProxy(account, progress)
  return mayFailAgain ? `${next} · ${t('readingPlan.noProxy')}` : next
}

function describeNextReading(
  { list, isReading, nextReadAt: at }: AccountListsWithPendingStatuses['lists'][number],
  account: Pick<Account, 'isPaused' | 'keys' | 'proxy'>,
  appState: AppStateForAutomaticReads,
  now: number,
  t: Translate,
): string {
  if (isReading) return t('readingPlan.pollRunning')
  if (at === null) {
    const mayBeRead =
      findAutomaticReadObstacle(account, appState) === null && mayAnyKeyReadList(account.keys.filter(isKeyUsable), list)
    return t(`readingPlan.${mayBeRead ? 'pollOnlyInSync' : 'pollStopped'}`)
  }
  if (at < now + minuteMs) return t('readingPlan.pollSoon')
  return t('readingPlan.pollAt', { time: formatJapanTime(at).slice(0, 16) })
}
