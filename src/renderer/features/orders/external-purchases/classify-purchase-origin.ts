import type { ExternalPurchase } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'

/**
 * The possible senders of a paid call in the log that matches no stored call. The user interface has a text for each.
 */
export type PurchaseOrigin =
  'elsewhere' | 'beforeKey' | 'aroundKey' | 'beforeRebuild' | 'beforeStoredCalls' | 'possiblyOwn'

/**
 * The app's own earlier calls were deleted if the account or the key was removed and added again, so a call that is
 * older than the key may be one of them.
 */
export function classifyPurchaseOrigin({
  isPossiblyOwn,
  isBeforeKey,
  isBeforeKeyRemoval,
  isBeforeRebuild,
  isBeforeStoredRequests,
}: Pick<
  ExternalPurchase,
  'isPossiblyOwn' | 'isBeforeKey' | 'isBeforeKeyRemoval' | 'isBeforeRebuild' | 'isBeforeStoredRequests'
>): PurchaseOrigin {
  if (isPossiblyOwn) return 'possiblyOwn'
  if (isBeforeKey) return 'beforeKey'
  // The clocks may differ by minutes, so the call may be older than the key, although its time is later.
  if (isBeforeKeyRemoval) return 'aroundKey'
  if (isBeforeRebuild) return 'beforeRebuild'
  return isBeforeStoredRequests ? 'beforeStoredCalls' : 'elsewhere'
}
