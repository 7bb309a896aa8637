import type { DomainStatus } from '#shared/api/domain-schemas.ts'
import type { ServerStatus } from '#shared/api/server-contract-and-order-endpoints.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'

/** Statuses after an accepted order (API description, sections "Server contract status" and "Domain status"). */
const expected = {
  order: ['active', 'setup_pending'] satisfies ServerStatus[],
  acquire: ['active', 'pending_create'] satisfies DomainStatus[],
  transfer: ['active', 'transferring'] satisfies DomainStatus[],
  renew: ['active'] satisfies DomainStatus[],
} as const satisfies Record<OrderIntentKind, readonly string[]>

/**
 * Returns whether the status proves that the service accepted the order. Any other status may mean that the order was
 * rejected.
 */
export function isTargetStatusAfterAcceptedOrder(kind: OrderIntentKind, status: unknown): boolean {
  return expected[kind].some((one) => one === status)
}
