import type { DomainStatus } from '#shared/api/domain-schemas.ts'
import type { ServerStatus } from '#shared/api/server-endpoints.ts'
import type { IntentView, OrderStatus } from '#shared/ipc/order-intents.ts'

/** Of a domain or server whose acquisition, transfer or setup has ended: the service gives them to no other. */
export const finishedStatuses = ['active', 'expired', 'suspended'] as const satisfies (DomainStatus | ServerStatus)[]

/** Of a domain whose transfer failed (section "Domain status"). */
export const failedTransferStatus = 'transfer_action_required' satisfies DomainStatus

type StatusInput = Pick<IntentView, 'state' | 'needsYou' | 'hold' | 'sentAt' | 'steps'> & { item: Pick<IntentView['item'], 'kind'> }

/** The status of an order. The journal's table has the same in SQL (`statusColumn`), to filter, sort and count by. */
export function deriveOrderStatus({ state, needsYou, hold, sentAt, item, steps }: StatusInput): OrderStatus {
  if (needsYou) return 'needs_you'
  if (state === 'planned' && hold !== null && hold.reason !== 'waiting') return 'held'
  if (state === 'abandoned' && sentAt !== null) return 'not_happened'
  const becomes = steps.at(-1)?.fact['becomes']
  if (state === 'done' && item.kind === 'transfer' && becomes === failedTransferStatus) return 'needs_application'
  if (state === 'done' && item.kind !== 'renew' && !isFinishedStatus(becomes)) return 'accepted'
  return state
}

/** An answer or a check that showed no status shows no end either. A renewal has ended when it is accepted (section "Domain status"). */
export function isFinishedStatus(becomes: unknown): boolean {
  return finishedStatuses.some((status) => status === becomes)
}
