import { endpointOf } from '#shared/api/catalog.ts'
import { limits, type LimitClass } from '#shared/api/limits.ts'
import type { OrderItem, Quote } from '#shared/ipc/orders.ts'
import type { ApiClient } from '../../api/types.ts'
import { paidEndpoints } from '../intent.ts'

export type Cost = Pick<Quote['accounts'][number], 'calls' | 'minutes' | 'dayShare'>

/** What so many calls cost of an account's quota. */
export function costOf(api: Pick<ApiClient, 'gauges'>, accountId: string, limitClass: LimitClass, calls: number): Cost {
  const { perMinute, perDay } = api.gauges().find((one) => one.accountId === accountId && one.limitClass === limitClass) ?? limits[limitClass]
  return { calls, minutes: calls / perMinute, dayShare: calls / perDay }
}

/** What sending the items costs: a call each, and a list that is read again for every minute of them. */
export function costOfSending(api: Pick<ApiClient, 'gauges'>, accountId: string, items: readonly OrderItem[]): Cost {
  const counts = new Map<LimitClass, number>()
  for (const { kind } of items) {
    const { limit } = endpointOf(paidEndpoints[kind])
    counts.set(limit, (counts.get(limit) ?? 0) + 1)
  }
  const costs = [...counts].map(([limitClass, count]) => costOf(api, accountId, limitClass, count + Math.ceil(costOf(api, accountId, limitClass, count).minutes)))
  return {
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    minutes: Math.max(0, ...costs.map(({ minutes }) => minutes)),
    dayShare: Math.max(0, ...costs.map(({ dayShare }) => dayShare)),
  }
}
