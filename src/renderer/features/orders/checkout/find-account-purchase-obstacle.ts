import { getEndpoint } from '#shared/api/endpoints.ts'
import type { MissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { findAccountCallObstacle, type AccountCallObstacleReason } from '#shared/find-account-call-obstacle.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { quoteProblemByAccountObstacle, type QuoteProblem } from '#shared/ipc/quote-and-offer-schemas.ts'

/** Kinds of orders that add a domain or server to an account. A renewal needs a key that may access the domain. */
export type NewPurchaseKind = Exclude<OrderIntentKind, 'renew'>

const endpoints = {
  order: 'server.order',
  acquire: 'domain.acquire',
  transfer: 'domain.transfer',
} as const satisfies Record<NewPurchaseKind, string>

/** The reasons why an account cannot buy: the text key under `purchase.mayNot`. */
export type AccountPurchaseObstacle =
  | Exclude<AccountCallObstacleReason, 'no_permission'>
  | 'service'
  | 'domainPermission'
  | 'serverPermission'
  | 'signup'
  | 'acquisition'
  | 'selectedServers'
  | 'selectedDomains'

/** Sorted by how easily the user can grant them. With several keys, the easiest one is shown. */
const nearest: readonly MissingGrant[] = ['signup', 'acquisition', 'target', 'permission', 'service']

/** Returns why an account cannot renew a domain, according to its settings and the last `/v1/me`; null if it can. */
export function findAccountRenewalObstacle(account: Account, name: string): QuoteProblem | null {
  const obstacle = findAccountCallObstacle(account, getEndpoint('domain.renew'), { domain_name: name })
  return obstacle && quoteProblemByAccountObstacle[obstacle.reason]
}

/**
 * Returns why the account may not buy, according to its last `/v1/me`; null if it may. Main makes the final decision.
 */
export function findAccountPurchaseObstacle(account: Account, kind: NewPurchaseKind): AccountPurchaseObstacle | null {
  const obstacle = findAccountCallObstacle(account, getEndpoint(endpoints[kind]), {})
  if (obstacle?.reason !== 'no_permission') return obstacle && obstacle.reason
  const nearestGrant = nearest.find((reason) => obstacle.missing.includes(reason)) ?? 'service'
  // The text also names the further permission that the kind of order needs.
  if (nearestGrant === 'permission') return kind === 'order' ? 'serverPermission' : 'domainPermission'
  if (nearestGrant !== 'target') return nearestGrant
  return kind === 'order' ? 'selectedServers' : 'selectedDomains'
}
