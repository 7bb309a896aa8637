import type { QuotaCost } from '#shared/order-quota-cost.ts'

const minutesPerHour = 60

type Translate = (key: string, values?: Record<string, unknown>, plural?: number) => string

/**
 * The quota cost as texts: calls, duration, share of the daily limit. `isLargestShare`: the share is the largest of
 * several accounts.
 */
export function describeQuotaCostParts(
  { calls, minutes, dayFraction }: QuotaCost,
  t: (key: string, values: Record<string, unknown>, plural: number) => string,
  isLargestShare = false,
) {
  const tenths = dayFraction * 1000
  // "At most" needs rounding up. `toFixed` removes the rounding errors of the division first.
  const percent = (isLargestShare ? Math.ceil(Number(tenths.toFixed(6))) : Math.round(tenths)) / 10
  return {
    calls: t('purchase.pay.calls', { n: calls.toLocaleString('en-US') }, calls),
    duration: describeDuration(minutes, t),
    share:
      tenths < 1
        ? t('purchase.pay.shareFew', {}, 1)
        : t(isLargestShare ? 'purchase.pay.shareMost' : 'purchase.pay.share', { percent }, 1),
  }
}

/** Hours are rounded up, too, so that the duration is never shorter than the calls need. */
function describeDuration(
  minutes: number,
  t: (key: string, values: Record<string, unknown>, plural: number) => string,
): string {
  if (minutes < 1) return t('purchase.pay.minutesFew', {}, 1)
  return minutes <= 2 * minutesPerHour
    ? t('purchase.pay.minutes', { n: Math.ceil(minutes) }, 1)
    : t('purchase.pay.hours', { n: Math.ceil(minutes / minutesPerHour) }, 1)
}

export function describeQuotaCost(
  cost: QuotaCost,
  t: Translate & ((key: string, values: Record<string, unknown>, plural: number) => string),
): string {
  return t('purchase.pay.cost', describeQuotaCostParts(cost, t))
}

/**
 * Returns the quota cost of a server order, as calls only: the server API states no limits, so a share would be an
 * estimate.
 */
export function describeServerOrderQuotaCost(
  cost: QuotaCost,
  t: Translate & ((key: string, values: Record<string, unknown>, plural: number) => string),
): string {
  return t('purchase.pay.costServer', { calls: describeQuotaCostParts(cost, t).calls })
}

/** Returns the quota cost of several accounts: the calls of all, the longest time and the largest share. */
export function describeCombinedQuotaCost(
  costs: readonly QuotaCost[],
  t: Translate & ((key: string, values: Record<string, unknown>, plural: number) => string),
): string {
  const maxOf = (of: (cost: QuotaCost) => number) => Math.max(0, ...costs.map(of))
  const cost = {
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    minutes: maxOf(({ minutes }) => minutes),
    dayFraction: maxOf(({ dayFraction }) => dayFraction),
  }
  return t('purchase.pay.costMany', describeQuotaCostParts(cost, t, true))
}
