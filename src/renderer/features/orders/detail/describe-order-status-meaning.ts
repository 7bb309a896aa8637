import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { formatOrderTextPlaceholders } from '#renderer/features/orders/format-order-text-placeholders.ts'
import type { getOrderStatusMeaningTextKey } from '#renderer/features/orders/get-order-status-meaning-text-key-by-check-obstacle.ts'
import {
  findExpiryThatProvedRenewal,
  findOutcomeRecordedByUser,
  isConfirmedWithoutResponse,
} from '#renderer/features/orders/find-facts-in-order-steps.ts'
import { formatJapanTimeWithZoneIfDifferent } from '#renderer/ui/time/format-japan-time-with-zone-if-different.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

/** Returns true if the order was recorded as not accepted, and its target appeared later. */
export function hasTargetAppearedAfterAbandoning({
  status,
  state,
}: Pick<OrderIntentView, 'status' | 'state'>): boolean {
  return status === 'needs_you' && state === 'abandoned'
}

/** Says what the status of an order means for the money. `meant`: the key of the texts that apply now. */
export function describeOrderStatusMeaning(
  intent: OrderIntentView,
  meant: ReturnType<typeof getOrderStatusMeaningTextKey>,
  t: (key: string, values?: Record<string, unknown>, plural?: number) => string,
  now: number,
): string {
  const placeholders = formatOrderTextPlaceholders(intent, t)
  if (hasTargetAppearedAfterAbandoning(intent))
    return t(`orders.${intent.item.kind === 'renew' ? 'askedAgainAboutRenewal' : 'askedAgain'}`, placeholders)
  const proof = findExpiryThatProvedRenewal(intent)
  if (proof !== null) {
    const time = formatJapanTimeWithZoneIfDifferent(proof.readAt, now, t)
    return t('orders.renewedByExpiry', { ...placeholders, expiry: proof.expiry, time })
  }
  if (isConfirmedWithoutResponse(intent)) return t(`orders.confirmedByCheck.${intent.item.kind}`, placeholders)
  const recorded = findOutcomeRecordedByUser(intent)
  if (recorded !== null) return t(`orders.recorded.${recorded}`, placeholders)
  const { status, acceptanceSource } = intent
  return joinSentences([
    t(`orders.${meant}.${status}`, placeholders),
    // A list that was read later shows the target, and not who ordered it.
    acceptanceSource === null || acceptanceSource === 'response'
      ? null
      : t(`orders.acceptedWithoutResponse.${acceptanceSource}.about`),
  ])
}
