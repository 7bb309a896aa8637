import type { Account } from '#shared/ipc/accounts.ts'
import type { ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'
import {
  findOrderOutcomeCheckObstacle,
  type CheckedOrder,
  type CheckingApp,
} from './find-order-outcome-check-obstacle.ts'

const keysByObstacle = {
  offline: 'meaningOffline',
  keychain: 'meaningKeychain',
  blocked: 'meaningBlocked',
  noAccount: 'meaningNoAccount',
  paused: 'meaningPaused',
  noKey: 'meaningNoKey',
  noPermission: 'meaningNoPermission',
} as const

/**
 * Returns the key of the texts that explain an order's status. For an unknown outcome, the texts differ while it cannot
 * be checked; for an accepted one, if no reading can show its progress.
 */
export function getOrderStatusMeaningTextKey(
  order: CheckedOrder & { status: ShownOrderStatus },
  appState: CheckingApp,
  account: Pick<Account, 'isPaused' | 'keys' | 'proxy'> | null | undefined,
): 'meaning' | (typeof keysByObstacle)[keyof typeof keysByObstacle] {
  if (order.status === 'accepted' || order.status === 'needs_application')
    return account === null ? 'meaningNoAccount' : 'meaning'
  if (order.status !== 'unsettled' && order.status !== 'needs_you') return 'meaning'
  const obstacle = findOrderOutcomeCheckObstacle(appState, account, order)
  return obstacle === null ? 'meaning' : keysByObstacle[obstacle]
}
