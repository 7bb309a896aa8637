import type { QuotaCost } from '#shared/order-quota-cost.ts'

type Translate = (key: string, values?: Record<string, unknown>, plural?: number) => string

/** What sending costs of the account's quota: calls, minutes, share of the day. `isMost`: of several accounts, the largest share. */
export function quotaCostTextValues(
  { calls, minutes, dayShare }: QuotaCost,
  t: (key: string, values: Record<string, unknown>, plural: number) => string,
  isMost = false,
) {
  const tenths = dayShare * 1000
  // Rounded up, a bound stays one; the decimals beyond come from the division.
  const percent = (isMost ? Math.ceil(Number(tenths.toFixed(6))) : Math.round(tenths)) / 10
  return {
    calls: t('shop.pay.calls', { n: calls.toLocaleString('en-US') }, calls),
    minutes: minutes < 1 ? t('shop.pay.minutesFew', {}, 1) : t('shop.pay.minutes', { n: Math.ceil(minutes) }, 1),
    share:
      tenths < 1 ? t('shop.pay.shareFew', {}, 1) : t(isMost ? 'shop.pay.shareMost' : 'shop.pay.share', { percent }, 1),
  }
}

export function quotaCostText(
  cost: QuotaCost,
  t: Translate & ((key: string, values: Record<string, unknown>, plural: number) => string),
): string {
  return t('shop.pay.cost', quotaCostTextValues(cost, t))
}

/** Of a server order: what the limits of the server API are is not stated, and a share of an estimate says nothing. */
export function serverQuotaCostText(
  cost: QuotaCost,
  t: Translate & ((key: string, values: Record<string, unknown>, plural: number) => string),
): string {
  return t('shop.pay.costServer', { calls: quotaCostTextValues(cost, t).calls })
}

/** Of several accounts: the calls of all, and the longest time and largest share of one. */
export function combinedQuotaCostText(
  costs: readonly QuotaCost[],
  t: Translate & ((key: string, values: Record<string, unknown>, plural: number) => string),
): string {
  const most = (of: (cost: QuotaCost) => number) => Math.max(0, ...costs.map(of))
  const cost = {
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    minutes: most(({ minutes }) => minutes),
    dayShare: most(({ dayShare }) => dayShare),
  }
  return t('shop.pay.costMany', quotaCostTextValues(cost, t, true))
}
