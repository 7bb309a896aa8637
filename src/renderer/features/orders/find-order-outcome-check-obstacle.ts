import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { Account } from '#shared/ipc/accounts.ts'

/** Why the app makes no call about an order. */
export type OrderCallObstacle = 'offline' | 'keychain' | 'noAccount' | 'paused' | 'noKey'
export type OrderOutcomeCheckObstacle = OrderCallObstacle | 'noPermission'

interface CallingApp {
  isOffline: boolean
  hasKeychain: boolean
}

/** Returns why no call about an order can be made now; null if it can. `account`: null when it is not in the app. */
export function findOrderCallObstacle(
  { isOffline, hasKeychain }: CallingApp,
  account: Pick<Account, 'isPaused' | 'keys'> | null,
): OrderCallObstacle | null {
  if (isOffline) return 'offline'
  if (!hasKeychain) return 'keychain'
  if (account === null) return 'noAccount'
  if (account.isPaused) return 'paused'
  return account.keys.some(isKeyUsable) ? null : 'noKey'
}

/** Returns why an order's outcome cannot be checked; null if it can. `account`: null when it is not in the app. */
export function findOrderOutcomeCheckObstacle(
  appState: CallingApp,
  account: Pick<Account, 'isPaused' | 'keys'> | null,
  kind: OrderIntentKind,
): OrderOutcomeCheckObstacle | null {
  const obstacle = findOrderCallObstacle(appState, account)
  if (obstacle !== null || account === null) return obstacle
  const mayRead = mayAnyKeyReadList(account.keys.filter(isKeyUsable), kind === 'order' ? 'server' : 'domain')
  return mayRead ? null : 'noPermission'
}
