import type { Account } from '#shared/ipc/accounts.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { QuoteProblem } from '#shared/ipc/quotes.ts'
import { findAccountRenewalObstacle } from '#renderer/features/orders/checkout/find-account-purchase-obstacle.ts'

export interface RenewBasketLine {
  key: string
  row: DomainRow
}

/**
 * Why a domain cannot be renewed, judged by the stored list, its account and its keys. Main decides when it quotes the
 * price.
 */
export function knownRenewProblem(
  { row }: Pick<RenewBasketLine, 'row'>,
  account: Account | null = null,
): QuoteProblem | null {
  if (row.goneSince !== null) return 'unknown_domain'
  if (row.status === 'expired') return 'expired'
  if (row.status === 'transfer_action_required') return 'transfer_failed'
  if (row.status !== 'active') return 'not_active'
  if (row.expiryDate === null) return 'no_expiry'
  return account ? findAccountRenewalObstacle(account, row.name) : null
}

/**
 * When the oldest expiry date and the oldest price of the lines were read; `unpriced`: number of lines without a price.
 * A quote reads the price later than the expiry date.
 */
export function basketDataAges(
  lines: readonly RenewBasketLine[],
  expiryReadAt: (line: RenewBasketLine) => number,
  pricedAt: (line: RenewBasketLine) => number | null,
): { expiries: number | null; prices: number | null; unpriced: number } {
  const oldestOf = (readAts: readonly number[]) =>
    readAts.length === 0 ? null : readAts.reduce((oldest, at) => Math.min(oldest, at))
  const prices = lines.map(pricedAt).filter((at) => at !== null)
  return {
    expiries: oldestOf(lines.map(expiryReadAt)),
    prices: oldestOf(prices),
    unpriced: lines.length - prices.length,
  }
}

export function renewOrderItem({ row }: RenewBasketLine, years: number): OrderItem {
  return { kind: 'renew', accountId: row.accountId, name: row.name, years }
}
