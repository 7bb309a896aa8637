import type { DomainStatus } from '#shared/api/domain-schemas.ts'
import type { ServerStatus } from '#shared/api/server-contract-and-order-endpoints.ts'
import type {
  OrderAcceptanceSource,
  OrderIntentEvent,
  OrderIntentView,
  ShownOrderStatus,
} from '#shared/ipc/order-intent-schemas.ts'
import type { StoredIntent } from './stored-intent-schema.ts'
import { maySendingHaveBeenExecuted } from './may-sending-have-been-executed.ts'

/**
 * Statuses of a domain or server after its acquisition, transfer or setup is finished. A target whose procedure is not
 * finished has none of these statuses.
 */
export const targetStatusesAfterFinishedOrder = ['active', 'expired', 'suspended'] as const satisfies (
  DomainStatus | ServerStatus
)[]

/** Status of a domain whose transfer failed (API description, section "Domain status"). */
export const domainStatusOfFailedTransfer = 'transfer_action_required' satisfies DomainStatus

type StatusInput = Pick<OrderIntentView, 'state' | 'needsYou' | 'hold' | 'sentAt' | 'steps'> & {
  item: Pick<OrderIntentView['item'], 'kind'>
  sendings: Pick<StoredIntent['sendings'], 'lost' | 'isBurnt' | 'isUnclear'>
}

/**
 * Returns the status of an order. The journal's table has the same rules in SQL (`orderStatusSql`), to filter, sort and
 * count by status.
 */
export function deriveOrderStatus({
  state,
  needsYou,
  hold,
  sentAt,
  item,
  steps,
  sendings,
}: StatusInput): ShownOrderStatus {
  if (needsYou) return 'needs_you'
  if (state === 'planned' && hold !== null && hold.reason !== 'waiting') return 'held'
  if (state === 'abandoned' && sentAt !== null) return 'not_happened'
  const becomes = steps.at(-1)?.fact['becomes']
  if (isChargedTransferThatFailed({ state, item, steps })) return 'needs_application'
  if (
    state === 'done' &&
    !maySendingHaveBeenExecuted(sendings) &&
    steps.some(({ event }) => event === 'settled_by_reading')
  )
    return 'already_ordered'
  if (state === 'done' && item.kind !== 'renew' && !isTargetStatusAfterFinishedOrder(becomes)) return 'accepted'
  return state
}

const acceptanceSourceByEvent: Partial<Record<OrderIntentEvent, OrderAcceptanceSource>> = {
  answered: 'response',
  settled_by_reading: 'check',
  settled_by_person: 'user',
}

/** Returns what shows that the order was accepted and charged. Null if it is not counted as charged. */
export function findOrderAcceptanceSource(intent: StatusInput): OrderAcceptanceSource | null {
  if (intent.state !== 'done' || deriveOrderStatus(intent) === 'already_ordered') return null
  return intent.steps.reduce<OrderAcceptanceSource | null>(
    (source, { event }) => acceptanceSourceByEvent[event] ?? source,
    null,
  )
}

/** Returns whether the order is a transfer that was accepted and charged and then failed. */
export function isChargedTransferThatFailed({
  state,
  item,
  steps,
}: Pick<StatusInput, 'state' | 'item' | 'steps'>): boolean {
  return state === 'done' && item.kind === 'transfer' && steps.at(-1)?.fact['becomes'] === domainStatusOfFailedTransfer
}

/**
 * Returns whether a domain or server with this status has finished its acquisition, transfer or setup. A missing status
 * counts as not finished. A renewal is finished when it is accepted (API description, section "Domain status").
 */
export function isTargetStatusAfterFinishedOrder(status: unknown): boolean {
  return targetStatusesAfterFinishedOrder.some((finished) => finished === status)
}
