import type { LocationQuery, RouteLocationRaw } from 'vue-router'
import type { OrderItem } from '#shared/ipc/order-items.ts'

/** The values that the form of a transfer starts with: those of an earlier order that ended without a transfer. */
export interface TransferPrefill {
  accountId: string | null
  name: string
}

/** Returns the page to transfer the domain of an order again. */
export function getTransferAgainRoute({ accountId, name }: Extract<OrderItem, { kind: 'transfer' }>): RouteLocationRaw {
  return { name: 'orders-transfer', query: { account: accountId, name } }
}

export function parseTransferQuery({ account, name }: LocationQuery): TransferPrefill {
  return {
    accountId: typeof account === 'string' && account !== '' ? account : null,
    name: typeof name === 'string' ? name : '',
  }
}
