import { getEndpoint } from '#shared/api/endpoints.ts'
import { rateLimitClasses, type RateLimits, type RateLimitClass } from '#shared/api/service-limits.ts'
import type { OrderIntentKind } from './order-intent-kinds.ts'

/** With more open orders than this, one list of the account is read for all renewals. */
const maxOpenOrdersForDetailReads = 3

/**
 * Returns true if it is enough to read the detail of the order's domain before sending, without the account's list.
 * Other kinds need the list, because only a list shows that a name is absent. `openOrderCount`: number of open orders
 * of the account, this order included.
 */
export function isDetailEnoughForPreSendCheck(kind: OrderIntentKind, openOrderCount: number): boolean {
  return kind === 'renew' && openOrderCount <= maxOpenOrdersForDetailReads
}

/** Returns the limit class of both calls of an order: the read before sending, and the sending. */
export function getRateLimitClassOfOrder(kind: OrderIntentKind): RateLimitClass {
  return getEndpoint(kind === 'order' ? 'server.list' : 'domain.list').limit
}

export type MinuteAndDayLimits = Pick<RateLimits, 'perMinute' | 'perDay'>
export type MinuteAndDayLimitsByClass = Record<RateLimitClass, MinuteAndDayLimits>

/** `minutes` and `dayFraction` (share of the daily limit, 0 to 1 and more) are the maximum over the limit classes. */
export interface QuotaCost {
  calls: number
  minutes: number
  dayFraction: number
}

export function calculateQuotaCost(calls: number, { perMinute, perDay }: MinuteAndDayLimits): QuotaCost {
  return { calls, minutes: calls / perMinute, dayFraction: calls / perDay }
}

/**
 * Returns the calls for sending orders of one account: one call per order, and the reads before the sendings. A list is
 * read again in every minute of sending. For orders that the limit delayed, a list from an earlier minute is too old.
 * `otherOpenOrders`: number of open orders of the account that are not in `kinds`.
 */
export function calculateOrderQuotaCost(
  kinds: readonly OrderIntentKind[],
  otherOpenOrders: number,
  limits: MinuteAndDayLimitsByClass,
): QuotaCost {
  const costs = rateLimitClasses.map((limitClass) => {
    const own = kinds.filter((kind) => getRateLimitClassOfOrder(kind) === limitClass)
    const detailReads = own.filter((kind) => isDetailEnoughForPreSendCheck(kind, kinds.length + otherOpenOrders)).length
    const sendingsPerMinute = Math.max(1, limits[limitClass].perMinute - 1)
    const lists = own.length === detailReads ? 0 : Math.ceil((own.length + detailReads) / sendingsPerMinute)
    return calculateQuotaCost(own.length + detailReads + lists, limits[limitClass])
  })
  const maxOf = (of: (cost: QuotaCost) => number) => Math.max(...costs.map(of))
  return {
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    minutes: maxOf(({ minutes }) => minutes),
    dayFraction: maxOf(({ dayFraction }) => dayFraction),
  }
}
