import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { findAskedAgainTextKey } from '#renderer/features/orders/find-asked-again-text-key.ts'
import { formatOrderTextPlaceholders } from '#renderer/features/orders/format-order-text-placeholders.ts'
import type { getOrderStatusMeaningTextKey } from '#renderer/features/orders/get-order-status-meaning-text-key-by-check-obstacle.ts'
import {
  didDomainMoveAfterTransferFailed,
  findExpiryThatProvedRenewal,
  findOutcomeRecordedByUser,
  findTimeOfCheckThatShowedTarget,
} from '#renderer/features/orders/find-facts-in-order-steps.ts'
import { formatJapanTimeWithZoneIfDifferent } from '#renderer/ui/time/format-japan-time-with-zone-if-different.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

/** Says what the status of an order means for the money. `meant`: the key of the texts that apply now. */
export function describeOrderStatusMeaning(
  intent: OrderIntentView,
  meant: ReturnType<typeof getOrderStatusMeaningTextKey>,
  t: (key: string, values?: Record<string, unknown>, plural?: number) => string,
  now: number,
): string {
  const placeholders = formatOrderTextPlaceholders(intent, t)
  const askedAgain = findAskedAgainTextKey(intent)
  if (askedAgain !== null) return t(askedAgain, placeholders)
  const proof = findExpiryThatProvedRenewal(intent)
  if (proof !== null) {
    const time = formatJapanTimeWithZoneIfDifferent(proof.readAt, now, t)
    return t('orders.renewedByExpiry', { ...placeholders, expiry: proof.expiry, time })
  }
  if (didDomainMoveAfterTransferFailed(intent)) return withSource(t('orders.movedAfterFailedTransfer', placeholders))
  const checkedAt = findTimeOfCheckThatShowedTarget(intent)
  if (checkedAt !== null) {
    const time = formatJapanTimeWithZoneIfDifferent(checkedAt, now, t)
    return t(`orders.confirmedByCheck.${intent.item.kind}`, { ...placeholders, time })
  }
  const recorded = findOutcomeRecordedByUser(intent)
  if (recorded !== null) return t(`orders.recorded.${recorded}`, placeholders)
  return withSource(t(`orders.${meant}.${intent.status}`, placeholders))

  /** A list that was read later shows the target, and not who ordered it. */
  function withSource(text: string): string {
    const { acceptanceSource: source } = intent
    const isConfirmed = source === null || source === 'response'
    return joinSentences([text, isConfirmed ? null : t(`orders.acceptedWithoutResponse.${source}.about`)])
  }
}
