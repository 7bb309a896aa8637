import { getEndpoint } from '#shared/api/endpoints.ts'
import { findMissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { findKeyToCheckOrderOutcome } from '#shared/find-key-to-check-order-outcome.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { isDetailEnoughForPreSendCheck } from '#shared/order-quota-cost.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { findIpBlockWait } from '#renderer/account-data/find-ip-block-wait.ts'

/** Why the app makes no call about an order. */
export type OrderCallObstacle = 'offline' | 'keychain' | 'paused' | 'noKey'
/** `blocked`: all calls from the address of the account are on hold. */
export type OrderOutcomeCheckObstacle = OrderCallObstacle | 'blocked' | 'noAccount' | 'noPermission'

/** The fields of an order on which it depends whether its outcome can be checked. */
export type CheckedOrder = Pick<OrderIntentView, 'keyId' | 'target'> & { item: Pick<OrderIntentView['item'], 'kind'> }

interface CallingApp {
  isOffline: boolean
  hasKeychain: boolean
}

/** Returns why no call about an order can be made now; null if it can. `account`: nullish when it is not known. */
export function findOrderCallObstacle(
  { isOffline, hasKeychain }: CallingApp,
  account: Pick<Account, 'isPaused' | 'keys'> | null | undefined,
): OrderCallObstacle | null {
  if (isOffline) return 'offline'
  if (!hasKeychain) return 'keychain'
  if (account?.isPaused) return 'paused'
  return account && !account.keys.some(isKeyUsable) ? 'noKey' : null
}

export interface CheckingApp extends CallingApp {
  state: Pick<AppState, 'ipBlocks'>
}

/**
 * Returns why an order's outcome cannot be checked; null if it can. `account`: null when it is not in the app,
 * undefined while that is not known.
 */
export function findOrderOutcomeCheckObstacle(
  appState: CheckingApp,
  account: Pick<Account, 'isPaused' | 'keys' | 'proxy'> | null | undefined,
  order: CheckedOrder,
): OrderOutcomeCheckObstacle | null {
  const obstacle = findOrderCallObstacle(appState, account)
  if (obstacle !== null || account === undefined) return obstacle
  if (account === null) return 'noAccount'
  if (findIpBlockWait(appState.state, account) !== null) return 'blocked'
  const endpoint = getEndpoint(chooseReadingEndpoint(order.item.kind))
  const permitted = account.keys.filter(
    (key) => isKeyUsable(key) && findMissingGrant(key.me, endpoint, { domain_name: order.target }) === null,
  )
  return findKeyToCheckOrderOutcome(permitted, order) === null ? 'noPermission' : null
}

/** Returns the endpoint of a check of a single order. */
function chooseReadingEndpoint(kind: OrderIntentKind): 'server.list' | 'domain.detail' | 'domain.list' {
  if (kind === 'order') return 'server.list'
  return isDetailEnoughForPreSendCheck(kind, 1) ? 'domain.detail' : 'domain.list'
}
