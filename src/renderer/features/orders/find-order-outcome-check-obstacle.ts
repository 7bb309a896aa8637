import { isKeyUsable } from '#shared/key-states.ts'
import type { Account } from '#shared/ipc/accounts.ts'

export type OrderOutcomeCheckObstacle = 'offline' | 'keychain' | 'paused' | 'noKey'

/** Returns why the outcome of an order cannot be checked now; null if it can. `account`: null when it is not known. */
export function findOrderOutcomeCheckObstacle(
  { isOffline, hasKeychain }: { isOffline: boolean; hasKeychain: boolean },
  account: Pick<Account, 'isPaused' | 'keys'> | null,
): OrderOutcomeCheckObstacle | null {
  if (isOffline) return 'offline'
  if (!hasKeychain) return 'keychain'
  if (account?.isPaused) return 'paused'
  return account && !account.keys.some(isKeyUsable) ? 'noKey' : null
}
