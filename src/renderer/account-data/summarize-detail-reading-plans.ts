import type { DetailsAge } from '#shared/ipc/inventory.ts'
import type { DetailReadingPlan } from '#shared/ipc/detail-reading-plan.ts'

export interface DetailReadingPlanSummary {
  domainsByAge: Record<DetailsAge, number>
  due: number
  fullRefreshCalls: number
  /**
   * Days until the remaining due details are read, if a sync ran now. Null if an account reads nothing in the
   * background.
   */
  daysForRest: number | null
  /** Days that reading everything again takes; null if an account reads nothing in the background. */
  daysForRefresh: number | null
}

/** Returns the days that the background quota needs for these calls. 0 for no calls; null if there is no such quota. */
export function computeDaysAtBackgroundQuota(
  calls: number,
  { backgroundCallsPerDay }: DetailReadingPlan,
): number | null {
  if (calls === 0) return 0
  return backgroundCallsPerDay === 0 ? null : calls / backgroundCallsPerDay
}

/**
 * Sums the plans of several accounts. The days are those of the account that needs longest, because each account has
 * its own quota.
 */
export function summarizeDetailReadingPlans(plans: readonly DetailReadingPlan[]): DetailReadingPlanSummary {
  const sum = (pick: (plan: DetailReadingPlan) => number) => plans.reduce((total, plan) => total + pick(plan), 0)
  const longest = (callsOf: (plan: DetailReadingPlan) => number): number | null => {
    const days = plans.map((plan) => computeDaysAtBackgroundQuota(callsOf(plan), plan))
    return days.includes(null) ? null : Math.max(0, ...(days as number[]))
  }
  return {
    domainsByAge: {
      fresh: sum(({ domainsByAge }) => domainsByAge.fresh),
      older: sum(({ domainsByAge }) => domainsByAge.older),
      unread: sum(({ domainsByAge }) => domainsByAge.unread),
    },
    due: sum(({ due }) => due),
    fullRefreshCalls: sum(({ fullRefreshCalls }) => fullRefreshCalls),
    daysForRest: longest(({ due, affordableNow }) => due - affordableNow),
    daysForRefresh: longest(({ fullRefreshCalls }) => fullRefreshCalls),
  }
}
