import type { ExternalPurchase } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'

/**
 * The possible senders of a paid call in the log that matches no stored call. The user interface has a text for each.
 */
export type PurchaseOrigin =
  'elsewhere' | 'beforeKey' | 'aroundKey' | 'beforeRebuild' | 'beforeStoredCalls' | 'possiblyOwn'

/**
 * `keyAddedAt`: when the key was added to the app; null when that is not known. The app's own earlier calls were
 * deleted if the account or the key was removed and added again, so an older call may be one of them.
 */
export function classifyPurchaseOrigin(
  {
    at,
    isPossiblyOwn,
    isBeforeRebuild,
    isBeforeStoredRequests,
    isBeforeKeyRemoval,
    keySecretAddedAt,
  }: Pick<
    ExternalPurchase,
    'at' | 'isPossiblyOwn' | 'isBeforeRebuild' | 'isBeforeStoredRequests' | 'isBeforeKeyRemoval' | 'keySecretAddedAt'
  >,
  keyAddedAt: number | null,
): PurchaseOrigin {
  if (isPossiblyOwn) return 'possiblyOwn'
  if (keyAddedAt === null || at < keyAddedAt) return 'beforeKey'
  // The clocks may differ, so the call may be older than the key, although its time is later.
  if (isBeforeKeyRemoval) return at < (keySecretAddedAt ?? keyAddedAt) ? 'beforeKey' : 'aroundKey'
  if (isBeforeRebuild) return 'beforeRebuild'
  return isBeforeStoredRequests ? 'beforeStoredCalls' : 'elsewhere'
}
