import type { OrderIntentKind } from './order-intent-kinds.ts'

/**
 * The paid endpoint of each kind of order (API description, sections "Server signup and contracts" and "Domain API").
 */
export const paidEndpointByOrderKind = {
  order: 'server.order',
  acquire: 'domain.acquire',
  transfer: 'domain.transfer',
  renew: 'domain.renew',
} as const satisfies Record<OrderIntentKind, string>
