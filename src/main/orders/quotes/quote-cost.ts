import { limitClasses, limits, type LimitClass } from '#shared/api/limits.ts'
import type { Budget, Budgets } from '#shared/sending-cost.ts'
import type { ApiClient } from '../../api/types.ts'

/** What an account may send, as far as it is known. */
export function budgetOf(api: Pick<ApiClient, 'gauges'>, accountId: string, limitClass: LimitClass): Budget {
  const { perMinute, perDay } = api.gauges().find((one) => one.accountId === accountId && one.limitClass === limitClass) ?? limits[limitClass]
  return { perMinute, perDay }
}

export function budgetsOf(api: Pick<ApiClient, 'gauges'>, accountId: string): Budgets {
  return Object.fromEntries(limitClasses.map((limitClass) => [limitClass, budgetOf(api, accountId, limitClass)])) as Budgets
}
