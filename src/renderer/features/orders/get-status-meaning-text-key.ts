import { isKeyUsable } from '#shared/key-states.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'

type StatusMeaningTextKey = 'meaning' | 'meaningOffline' | 'meaningKeychain' | 'meaningPaused' | 'meaningNoKey'

/**
 * The key of the texts that explain an order's status. For an unknown outcome, the texts differ while it cannot be
 * checked. `account`: null when it is not known.
 */
export function getStatusMeaningTextKey(
  status: ShownOrderStatus,
  { isOffline, hasKeychain }: { isOffline: boolean; hasKeychain: boolean },
  account: Pick<Account, 'isPaused' | 'keys'> | null,
): StatusMeaningTextKey {
  if (status !== 'unsettled' && status !== 'needs_you') return 'meaning'
  if (isOffline) return 'meaningOffline'
  if (!hasKeychain) return 'meaningKeychain'
  if (account?.isPaused) return 'meaningPaused'
  return account && !account.keys.some(isKeyUsable) ? 'meaningNoKey' : 'meaning'
}
