import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'

export interface RenewBasketLine {
  key: string
  row: DomainRow
}

export function toRenewOrderItem({ row }: RenewBasketLine, years: number): OrderItem {
  return { kind: 'renew', accountId: row.accountId, name: row.name, years }
}
