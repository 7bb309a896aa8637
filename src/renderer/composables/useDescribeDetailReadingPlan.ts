import { useI18n } from 'vue-i18n'
import { findAutomaticReadObstacle } from '#shared/find-automatic-read-obstacle.ts'
import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { DetailReadingPlan } from '#shared/ipc/detail-reading-plan.ts'
import { isSyncRunning } from '#shared/ipc/sync.ts'
import { findAccountCallWait } from '#renderer/account-data/find-call-wait-reasons-to-show.ts'
import { hasNewestSyncNoProxy, isProxyFailing } from '#renderer/account-data/is-proxy-failing.ts'
import { computeDaysAtBackgroundQuota } from '#renderer/account-data/summarize-detail-reading-plans.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { useFindAndDescribeNextSync } from './useFindAndDescribeNextSync.ts'

/** Returns functions that put the plan of one account into words. */
export function useDescribeDetailReadingPlan() {
  const { t, locale } = useI18n()
  const appState = useAppState()
  const sync = useSyncProgress()
  const now = useNowEachTenSeconds()
  const { nextSyncOf, describeNextSync } = useFindAndDescribeNextSync()
  const counted = (key: string, n: number) => t(key, { n: n.toLocaleString(locale.value) }, n)

  /** Rounded up, so that it is never shorter than the calls need. */
  const formatDays = (days: number) => counted('readingPlan.days', Math.max(1, Math.ceil(days)))

  function isSyncing(account: Account): boolean {
    const progress = sync.byAccount.get(account.id)
    return progress !== undefined && isSyncRunning(progress)
  }

  function findWait({ id }: Account, usages: readonly QuotaUsage[]) {
    return findAccountCallWait(
      usages.filter(({ limitClass }) => limitClass === 'domain'),
      id,
      now.value,
    )
  }

  /** Says when details are read next: the next sync, or what prevents it. */
  function describeWhen(
    account: Account,
    usages: readonly QuotaUsage[],
    plan: Pick<DetailReadingPlan, 'due' | 'affordableNow'>,
  ): string {
    const obstacle = findAutomaticReadObstacle(account, appState.state)
    if (obstacle?.state === 'held' && obstacle.reason === 'assumed_block') return t('readingPlan.obstacle.blocked')
    if (obstacle && obstacle.state !== 'held') return t(`readingPlan.obstacle.${obstacle.state}`)
    if (appState.state.settings.backgroundShare === 0) return t('readingPlan.onlyOnRequest')
    const isWithoutProxy = hasNewestSyncNoProxy(account, sync.byAccount.get(account.id))
    if (isSyncing(account) && isWithoutProxy) return t('readingPlan.noProxy')
    const next = nextSyncOf(account)
    const parts = isSyncing(account)
      ? [t('readingPlan.running')]
      : next.state === 'off'
        ? [t(`readingPlan.notPlanned.${appState.state.settings.syncsAtStart ? 'readsAtStart' : 'readsOnRequest'}`)]
        : next.state === 'planned'
          ? [t('readingPlan.planned', { next: describeNextSync(account) })]
          : [describeNextSync(account)]
    if (next.state === 'planned' && !isSyncing(account) && plan.affordableNow === 0 && plan.due > 0)
      parts.push(t('readingPlan.ifQuotaSuffices'))
    const wait = findWait(account, usages)
    if (wait) parts.push(t(`readingPlan.waits.${wait.cause}`, { time: formatWaitEnd(wait.until) }))
    if (isWithoutProxy) parts.push(t('readingPlan.noProxy'))
    else if (sync.byAccount.get(account.id)?.state === 'failed') parts.push(t('readingPlan.lastFailed'))
    return parts.join(' · ')
  }

  /** Says how much a sync that starts now would read, and how long the rest takes. */
  function describeAmount(plan: DetailReadingPlan): string {
    const { due, affordableNow, minutesNow } = plan
    const time = counted('readingPlan.minutes', minutesNow)
    if (affordableNow >= due) return t('readingPlan.readsAll', { n: due.toLocaleString(locale.value), time }, due)
    const daysForRest = computeDaysAtBackgroundQuota(due - affordableNow, plan)
    if (daysForRest === null) return t('readingPlan.noShare')
    return affordableNow === 0
      ? t('readingPlan.readsNone', { days: formatDays(daysForRest) })
      : t('readingPlan.readsSome', {
          n: affordableNow.toLocaleString(locale.value),
          time,
          days: formatDays(daysForRest),
        })
  }

  /**
   * Says how many details are due, and how many of them a sync would read now. The second part is left out while a sync
   * runs, after one failed, while no sync can start or connect, and while calls wait.
   */
  function describeDue(account: Account, plan: DetailReadingPlan, usages: readonly QuotaUsage[]): string {
    if (plan.due === 0) return t('readingPlan.nothingDue')
    const details = counted('readingPlan.dueDetails', plan.due)
    const obstacle = findAutomaticReadObstacle(account, appState.state)
    const isPrevented =
      isSyncing(account) ||
      isProxyFailing(account) ||
      sync.byAccount.get(account.id)?.state === 'failed' ||
      obstacle !== null ||
      findWait(account, usages) !== null
    return isPrevented ? details : `${details} · ${describeAmount(plan)}`
  }

  /** Says what it costs to read every detail once. */
  function describeRefresh(plan: DetailReadingPlan): string {
    const calls = counted('readingPlan.calls', plan.fullRefreshCalls)
    const share = plan.backgroundCallsPerDay.toLocaleString(locale.value)
    const days = computeDaysAtBackgroundQuota(plan.fullRefreshCalls, plan)
    if (days === null || days === 0) return calls
    if (days < 0.01) return t('readingPlan.fewCallsOfDay', { calls, share })
    if (days <= 1) return t('readingPlan.callsWithinDay', { calls, share, percent: Math.round(days * 100) })
    return `${t('readingPlan.callsOfDays', { calls, share, days: formatDays(days) })} · ${t('readingPlan.alwaysOlder')}`
  }

  return { describeWhen, describeDue, describeRefresh, formatDays }
}
