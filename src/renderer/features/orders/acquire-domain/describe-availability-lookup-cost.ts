import { describeQuotaCostParts } from '#renderer/features/orders/checkout/describe-calls-duration-and-quota-share.ts'
import { describeWhenAccountCanCallNext } from '#renderer/features/orders/describe-when-account-can-call-next.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import type { AvailabilityLookupQuotaCost } from './useAvailabilityLookupQuotaCost.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

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
  return joinSentences([t(`purchase.acquire.${key}`, { lookUps }, 1), describeWhenAccountCanCallNext(cost.wait, t)])
}
