import type { SyncProgress } from '#shared/ipc/sync.ts'
import { countDetailsUnreadByStoppedSync } from '#renderer/account-data/count-details-unread-by-sync.ts'
import { formatJapanTimeWithZoneIfDifferent } from '#renderer/ui/time/format-japan-time-with-zone-if-different.ts'

type Translate = (key: string, values: Record<string, unknown>, plural?: number) => string

/**
 * Counts three kinds of details: those that failed, those that no key may read any more, and those that stopped syncs
 * did not read. With several syncs, the text names the only stopped sync or gives the number of stopped syncs, because
 * the other syncs may be running or complete. The text gives the time when the last sync stopped, if it is
 * known, because other calls may have read the details since. `reasons`: of the details that failed; empty for none.
 */
export function describeFailedAndUnreadDetails(
  progress: readonly SyncProgress[],
  accountLabel: (accountId: string) => string,
  t: Translate,
  locale: string,
  now: number,
  reasons = '',
): string {
  const n = (count: number) => count.toLocaleString(locale)
  const failed = progress.reduce((sum, { detailsFailed }) => sum + detailsFailed, 0)
  const noKeyMayRead = progress.reduce((sum, { detailsNoKeyMayRead }) => sum + detailsNoKeyMayRead, 0)
  const stopped = progress.filter((each) => countDetailsUnreadByStoppedSync(each) > 0)
  const unread = stopped.reduce((sum, each) => sum + countDetailsUnreadByStoppedSync(each), 0)
  const parts = [
    ...(failed === 0
      ? []
      : [describeCount('detailsFailed', progress, failed, n(failed), t, now) + (reasons && `: ${reasons}`)]),
    ...(noKeyMayRead === 0
      ? []
      : [describeCount('detailsNoKeyMayRead', progress, noKeyMayRead, n(noKeyMayRead), t, now)]),
  ]
  const [first, ...others] = stopped
  if (!first) return parts.join(' · ')
  const when = describeEnd(stopped, t, now)
  if (progress.length === 1) parts.push(t('shell.syncStopped.this', { n: n(unread), when }, unread))
  else if (others.length === 0)
    parts.push(t('shell.syncStopped.one', { n: n(unread), when, account: accountLabel(first.accountId) }, unread))
  else {
    const values = { n: n(unread), accounts: n(stopped.length) }
    parts.push(
      when === null
        ? t('shell.syncStopped.severalWithoutTime', values, unread)
        : t('shell.syncStopped.several', { ...values, when }, unread),
    )
  }
  return parts.join(' · ')
}

/** The text has no time if one of the syncs that count such details still reads details. */
function describeCount(
  name: 'detailsFailed' | 'detailsNoKeyMayRead',
  progress: readonly SyncProgress[],
  count: number,
  n: string,
  t: Translate,
  now: number,
): string {
  const counting = progress.filter((each) => each[name] > 0)
  const ends = counting.flatMap(({ detailsEndedAt }) => detailsEndedAt ?? [])
  if (ends.length < counting.length) return t(`shell.${name}`, { n }, count)
  const time = formatJapanTimeWithZoneIfDifferent(Math.max(...ends), now, t)
  return t(`shell.${name}Until`, { n, time }, count)
}

/**
 * Returns when the last of these syncs stopped. A sync that ran when the app quit has no end time. Null if only some of
 * the syncs have one, or if one of several stopped again before it read details: it is then not known which of them
 * stopped last.
 */
function describeEnd(stopped: readonly SyncProgress[], t: Translate, now: number): string | null {
  const ends = stopped.flatMap(({ detailsEndedAt }) => detailsEndedAt ?? [])
  if (ends.length === 0) return t('shell.syncStopped.withBanto', {})
  if (ends.length < stopped.length) return null
  if (stopped.length > 1 && stopped.some(({ startedAt }) => (startedAt ?? 0) > Math.max(...ends))) return null
  return t('shell.syncStopped.at', { time: formatJapanTimeWithZoneIfDifferent(Math.max(...ends), now, t) })
}
