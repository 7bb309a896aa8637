import type { findEmptyListReason } from '#renderer/account-data/explain-missing-lists-ages-and-counts.ts'

/** Returns the key of the title and text for a page without servers. Only a list that was not read is to be synced. */
export function getTextKeyOfNoServerVersions(
  reason: ReturnType<typeof findEmptyListReason>,
): 'serverVersions.none' | `servers.empty.${'noAccess' | 'none'}` {
  return reason === 'unread' ? 'serverVersions.none' : `servers.empty.${reason}`
}
