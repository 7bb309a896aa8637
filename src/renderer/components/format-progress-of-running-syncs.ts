import type { SyncSummary } from '#renderer/account-data/summarize-syncs-of-accounts.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * Describes how many lists and details the running syncs have read. The details of a sync are counted only after its
 * lists were read.
 */
export function formatProgressOfRunningSyncs(
  { listsDone, listsTotal, isReadingLists, detailsRead, detailsTotal, expectedEndAt }: SyncSummary,
  t: Translate,
  locale: string,
): string {
  const n = (count: number) => count.toLocaleString(locale)
  // Without an expected end, the details of at least one sync are not counted yet.
  const details = expectedEndAt === null ? 'shell.syncDetailsWithoutTotal' : 'shell.syncDetails'
  // Later, a list that could not be read would seem to be one that is still to be read.
  const parts = [
    ...(isReadingLists && listsTotal > 0 ? [t('shell.syncLists', { done: n(listsDone), total: n(listsTotal) })] : []),
    ...(detailsTotal > 0 ? [t(details, { done: n(detailsRead), total: n(detailsTotal) })] : []),
  ]
  return parts.join(' · ') || t('shell.syncing')
}

/** Like `formatProgressOfRunningSyncs`, and says of how many syncs the numbers are the sums. */
export function formatProgressAndNumberOfSyncs(summary: SyncSummary, t: Translate, locale: string): string {
  const progress = formatProgressOfRunningSyncs(summary, t, locale)
  return summary.summed > 1
    ? `${progress}\n${t('shell.syncSum', { n: summary.summed.toLocaleString(locale) })}`
    : progress
}
