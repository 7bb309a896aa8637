import { useI18n } from 'vue-i18n'
import { minuteMs } from '#shared/durations.ts'
import { findNextSyncOfAccount, getAccountSyncSchedule, type NextSync } from '#shared/find-next-sync-of-account.ts'
import { findAutomaticReadObstacle } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { findEndOfQuietHours, getMinuteOfDayOfComputer } from '#shared/quiet-hours.ts'
import { formatJapanTimeToMinute } from '#renderer/ui/time/format-japan-time-to-minute.ts'
import { formatJapanTimeWithZoneIfDifferent } from '#renderer/ui/time/format-japan-time-with-zone-if-different.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'

/**
 * Returns functions that find when the next automatic sync starts. Main decides by the same rule
 * (`find-next-sync-of-account.ts`).
 */
export function useFindAndDescribeNextSync() {
  const { t } = useI18n()
  const appState = useAppState()
  const sync = useSyncProgress()
  const now = useNowEachTenSeconds()

  /** When Banto retries the failed sync by itself; null: no retry is planned, or the account may not be read now. */
  function retryOf(account: Account): { at: number; isAfterQuietHours: boolean } | null {
    const retryAt = sync.byAccount.get(account.id)?.retryAt ?? null
    if (retryAt === null || findAutomaticReadObstacle(account, appState.state) !== null) return null
    const { quietHours } = getAccountSyncSchedule(account, appState.state.settings)
    const due = Math.max(retryAt, now.value)
    const at = quietHours === null ? due : findEndOfQuietHours(due, quietHours, getMinuteOfDayOfComputer)
    return { at, isAfterQuietHours: at !== due }
  }

  /** The planned sync or the retry of a failed one, whichever comes first. `retry`: null for a planned sync. */
  function nextOf(account: Account): { next: NextSync; retry: ReturnType<typeof retryOf> } {
    const next = findNextSyncOfAccount(account, appState.state, sync.byAccount.get(account.id) ?? null, now.value)
    const retry = retryOf(account)
    if (retry === null || (next.state === 'planned' && next.at < retry.at)) return { next, retry: null }
    return { next: { state: 'planned', at: retry.at }, retry }
  }

  const nextSyncOf = (account: Account): NextSync => nextOf(account).next

  function describeNextSync(account: Account): string {
    const { next, retry } = nextOf(account)
    if (retry === null) return describe(next)
    if (retry.at < now.value + minuteMs) return t('syncSchedule.retrySoon')
    const time = formatJapanTimeWithZoneIfDifferent(retry.at, now.value, t)
    return t(retry.isAfterQuietHours ? 'syncSchedule.retryAfterQuietHours' : 'syncSchedule.retryAt', { time })
  }

  function describe(next: NextSync): string {
    if (next.state === 'held') return t('syncSchedule.nextHeld')
    if (next.state !== 'planned') return t(`syncSchedule.next.${next.state}`)
    if (next.at < now.value + minuteMs) return t('syncSchedule.nextSoon')
    return t('syncSchedule.nextAt', { time: formatTime(next.at) })
  }

  const formatTime = (at: number): string => formatJapanTimeToMinute(at, now.value)

  return {
    nextSyncOf,
    describeNextSync,
    /** For a column: the time, "off" or a dash. `describeNextSync` gives the reason for the dash. */
    formatNextSync(account: Account): string {
      const next = nextSyncOf(account)
      if (next.state === 'off') return t('syncSchedule.intervals.off')
      return next.state === 'planned' ? formatTime(Math.max(next.at, now.value)) : '—'
    },
    /**
     * Number of accounts without an automatic sync. Accounts whose sync is planned, running or held are not counted.
     */
    countWithoutPlannedSync: (accounts: readonly Account[]) =>
      accounts.filter((account) => !['planned', 'running', 'held'].includes(nextSyncOf(account).state)).length,
    /** Number of accounts whose automatic sync starts only after a hold of their calls. */
    countWithHeldSync: (accounts: readonly Account[]) =>
      accounts.filter((account) => nextSyncOf(account).state === 'held').length,
    /** Describes the earliest planned sync of several accounts; null if none of them has a planned sync. */
    describeEarliestNextSync(accounts: readonly Account[]): string | null {
      const planned = accounts.flatMap((account) => {
        const next = nextSyncOf(account)
        return next.state === 'planned' ? [{ account, at: next.at }] : []
      })
      const [first] = planned.toSorted((one, other) => one.at - other.at)
      return first ? describeNextSync(first.account) : null
    },
  }
}
