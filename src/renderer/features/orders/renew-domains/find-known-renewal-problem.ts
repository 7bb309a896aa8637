import type { Account } from '#shared/ipc/accounts.ts'
import type { OpenOrderTarget } from '#shared/ipc/order-intent-schemas.ts'
import type { QuoteProblem } from '#shared/ipc/quote-and-offer-schemas.ts'
import { findAccountRenewalObstacle } from '#renderer/features/orders/checkout/find-account-purchase-obstacle.ts'
import type { RenewBasketLine } from './renew-basket-line.ts'

/**
 * Returns why a domain cannot be renewed, judged by the stored list, its account and its keys, and an open order for
 * it. Main decides when it quotes the price.
 */
export function findKnownRenewalProblem(
  { row }: Pick<RenewBasketLine, 'row'>,
  account: Account | null = null,
  openOrder: OpenOrderTarget | null = null,
): QuoteProblem | null {
  if (row.goneSince !== null) return 'unknown_domain'
  if (row.status === 'expired') return 'expired'
  if (row.status === 'transfer_action_required') return 'transfer_incomplete'
  if (row.status !== 'active') return 'not_active'
  if (row.expiryDate === null) return 'no_expiry'
  return (account && findAccountRenewalObstacle(account, row.name)) ?? openOrder?.problem ?? null
}
