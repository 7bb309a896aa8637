import type { LogTab } from '#renderer/stores/log-filters.ts'

/** Returns the key in `logs.about` of the description of a tab. Without a quota, only the user starts full readings. */
export function getLogDescriptionTextKey(tab: LogTab, backgroundShare: number): LogTab | 'executionOnRequest' {
  return tab === 'execution' && backgroundShare === 0 ? 'executionOnRequest' : tab
}
