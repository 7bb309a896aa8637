import type { OfferedHostingPlan, OfferedHostingPlanPeriod } from '#shared/ipc/quote-and-offer-schemas.ts'

/** Returns all periods that any plan offers, shortest first. */
export function listOfferedPeriodMonths(plans: readonly OfferedHostingPlan[]): number[] {
  return [...new Set(plans.flatMap(({ periods }) => periods.map(({ months }) => months)))].toSorted((a, b) => a - b)
}

export function findOfferedHostingPlanPeriod(
  plan: OfferedHostingPlan,
  months: number,
): OfferedHostingPlanPeriod | null {
  return plan.periods.find((period) => period.months === months) ?? null
}
