import type { DomainStatus } from '#shared/api/domain-schemas.ts'
import type { ServerStatus } from '#shared/api/server-contract-and-order-endpoints.ts'

/**
 * The statuses of a procedure that ends without a call of this app: by the service, a registrar, or the user at the
 * service's panel.
 */
export const pendingDomainStatuses = [
  'transfer_action_required',
  'transferring',
  'pending_create',
] as const satisfies DomainStatus[]
export const pendingServerStatuses = ['setup_pending'] as const satisfies ServerStatus[]
