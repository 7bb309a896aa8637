import type { Account } from '#shared/ipc/accounts.ts'
import { findOrderCallObstacle, type OrderCallObstacle } from './find-order-outcome-check-obstacle.ts'

/** Returns why an order cannot be sent now; null if it can. `account`: null when it is not known. */
export function findOrderSendingObstacle(
  appState: { isOffline: boolean; hasKeychain: boolean },
  account: Pick<Account, 'isPaused' | 'isReadOnly' | 'keys'> | null,
): OrderCallObstacle | 'readOnly' | null {
  return findOrderCallObstacle(appState, account) ?? (account?.isReadOnly ? 'readOnly' : null)
}
