import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { OrderItem, QuoteProblem } from '#shared/ipc/orders.ts'

/** A domain in the basket. */
export interface BasketLine {
  key: string
  row: DomainRow
}

/** Why a domain cannot be renewed, as far as the stored list tells; main decides when it is priced. */
export function knownProblem({ row }: Pick<BasketLine, 'row'>): QuoteProblem | null {
  if (row.goneSince !== null) return 'unknown_domain'
  if (row.status === 'expired') return 'expired'
  if (row.status === 'transfer_action_required') return 'transfer_failed'
  if (row.status !== 'active') return 'not_active'
  return row.expiryDate === null ? 'no_expiry' : null
}

export function isRenewable(line: Pick<BasketLine, 'row'>): boolean {
  return knownProblem(line) === null
}

export function itemOf({ row }: BasketLine, years: number): OrderItem {
  return { kind: 'renew', accountId: row.accountId, name: row.name, years }
}
