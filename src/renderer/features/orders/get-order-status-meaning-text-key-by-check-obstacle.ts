import type { Account } from '#shared/ipc/accounts.ts'
import type { OrderIntentView, ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'
import { findOrderOutcomeCheckObstacle } from './find-order-outcome-check-obstacle.ts'

const keysByObstacle = {
  offline: 'meaningOffline',
  keychain: 'meaningKeychain',
  noAccount: 'meaningNoAccount',
  paused: 'meaningPaused',
  noKey: 'meaningNoKey',
  noPermission: 'meaningNoPermission',
} as const

/**
 * Returns the key of the texts that explain an order's status. For an unknown outcome, the texts differ while it cannot
 * be checked.
 */
export function getOrderStatusMeaningTextKey(
  { status, item }: { status: ShownOrderStatus; item: Pick<OrderIntentView['item'], 'kind'> },
  appState: { isOffline: boolean; hasKeychain: boolean },
  account: Pick<Account, 'isPaused' | 'keys'> | null,
): 'meaning' | (typeof keysByObstacle)[keyof typeof keysByObstacle] {
  if (status !== 'unsettled' && status !== 'needs_you') return 'meaning'
  const obstacle = findOrderOutcomeCheckObstacle(appState, account, item.kind)
  return obstacle === null ? 'meaning' : keysByObstacle[obstacle]
}
