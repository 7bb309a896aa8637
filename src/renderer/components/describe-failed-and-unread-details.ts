import type { SyncProgress } from '#shared/ipc/sync.ts'
import { countUnreadDetails } from '#renderer/account-data/is-sync-incomplete.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

/**
 * How many details these syncs failed to read, how many no key may read any more, and how many the stopped ones left unread. With several syncs,
 * the text names the stopped one or gives the number of stopped ones, because the other syncs may still be running or be complete.
 */
export function describeFailedAndUnreadDetails(
  progress: readonly SyncProgress[],
  accountLabel: (accountId: string) => string,
  t: Translate,
  locale: string,
): string {
  const n = (count: number) => count.toLocaleString(locale)
  const failed = progress.reduce((sum, { detailsFailed }) => sum + detailsFailed, 0)
  const withoutKey = progress.reduce((sum, { detailsWithoutKey }) => sum + detailsWithoutKey, 0)
  const stopped = progress.filter((each) => countUnreadDetails(each) > 0)
  const left = stopped.reduce((sum, each) => sum + countUnreadDetails(each), 0)
  const parts = [
    ...(failed === 0 ? [] : [t('shell.detailsFailed', { n: n(failed) }, failed)]),
    ...(withoutKey === 0 ? [] : [t('shell.detailsWithoutKey', { n: n(withoutKey) }, withoutKey)]),
  ]
  const [first, ...others] = stopped
  if (!first) return parts.join(' · ')
  if (progress.length === 1) parts.push(t('shell.syncStopped.this', { n: n(left) }, left))
  else if (others.length === 0)
    parts.push(t('shell.syncStopped.one', { account: accountLabel(first.accountId), n: n(left) }, left))
  else parts.push(t('shell.syncStopped.several', { accounts: n(stopped.length), n: n(left) }, left))
  return parts.join(' · ')
}
