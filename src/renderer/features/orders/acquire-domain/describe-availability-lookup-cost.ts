import type { WaitBeforeNextCall } from '#renderer/account-data/find-wait-before-next-call.ts'
import { describeQuotaCostParts } from '#renderer/features/orders/checkout/describe-quota-cost.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import type { AvailabilityLookupQuotaCost } from './useAvailabilityLookupQuotaCost.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

/** Says when the first look-up can be sent; null if at once. */
export function describeWaitBeforeLookups(wait: WaitBeforeNextCall | null, t: Translate): string | null {
  if (wait === null) return null
  return wait.until === null
    ? t('purchase.acquire.callsHeld', {}, 1)
    : t('purchase.acquire.nextCall', { time: formatWaitEnd(wait.until) }, 1)
}

/**
 * Describes the quota cost of look-ups by a text of `purchase.acquire`. While the account must wait, the text has the
 * end of the wait instead of a duration: look-ups of a few names are refused until then.
 */
export function describeAvailabilityLookupCost(
  cost: AvailabilityLookupQuotaCost,
  key: 'cost' | 'askMany',
  t: Translate,
): string {
  const lookUps = t(
    `purchase.acquire.${cost.wait === null ? 'lookUps' : 'lookUpsWithoutTime'}`,
    describeQuotaCostParts(cost, t),
    1,
  )
  return joinSentences([t(`purchase.acquire.${key}`, { lookUps }, 1), describeWaitBeforeLookups(cost.wait, t)])
}
