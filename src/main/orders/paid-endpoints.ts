import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'

/** The paid endpoints (API description, sections "Server signup and contracts" and "Domain API"). */
export const paidEndpoints = {
  order: 'server.order',
  acquire: 'domain.acquire',
  transfer: 'domain.transfer',
  renew: 'domain.renew',
} as const satisfies Record<OrderIntentKind, string>
export type PaidEndpoint = (typeof paidEndpoints)[OrderIntentKind]
