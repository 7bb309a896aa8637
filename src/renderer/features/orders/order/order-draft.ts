import { fieldRules } from '#shared/api/limits.ts'
import { orderItemSchema, type OfferedPeriod, type OfferedPlan, type OrderItem } from '#shared/ipc/orders.ts'
import { formatYen } from '../quote/format-yen.ts'

export interface OrderDraft {
  planId: string | null
  months: number | null
  serverId: string
  autoRenew: boolean
  partnerCode: string
}

export interface DraftProblems {
  plan: boolean
  serverId: boolean
  partnerCode: boolean
}

export function emptyDraft(): OrderDraft {
  // The service's own default is on; it is sent explicitly, whatever it is.
  return { planId: null, months: null, serverId: '', autoRenew: true, partnerCode: '' }
}

/** What of the draft is not as the service takes it (section "Server signup and contracts"). */
export function problemsOf({ planId, months, serverId, partnerCode }: OrderDraft): DraftProblems {
  const code = partnerCode.trim()
  return {
    plan: planId === null || months === null,
    serverId: !fieldRules.serverId.pattern.test(serverId),
    partnerCode: code !== '' && (code.length > fieldRules.partnerCode.max || !fieldRules.partnerCode.pattern.test(code)),
  }
}

/** Null while something is missing or wrong. */
export function itemOf(accountId: string | null, { planId, months, serverId, autoRenew, partnerCode }: OrderDraft): OrderItem | null {
  const parsed = orderItemSchema.safeParse({ kind: 'order', accountId, planId, months, serverId, autoRenew, partnerCode: partnerCode.trim() || null })
  return parsed.success ? parsed.data : null
}

/** Every period that a plan is offered for, shortest first. */
export function monthsOf(plans: readonly OfferedPlan[]): number[] {
  return [...new Set(plans.flatMap(({ periods }) => periods.map(({ months }) => months)))].toSorted((a, b) => a - b)
}

export function periodOf(plan: OfferedPlan, months: number): OfferedPeriod | null {
  return plan.periods.find((period) => period.months === months) ?? null
}

/** A rounded amount is told as such: times the months, it is not the price. */
export function perMonth({ months, total_price }: Pick<OfferedPeriod, 'months' | 'total_price'>, t: (key: string, values?: Record<string, unknown>) => string): string {
  const yen = (total_price ?? 0) / months
  return t(Number.isInteger(yen) ? 'shop.order.perMonth' : 'shop.order.perMonthRounded', { amount: formatYen(Math.round(yen), t) })
}

export function isCampaign({ campaign_applied, regular_total_price, total_price }: OfferedPeriod): boolean {
  return campaign_applied === true || (regular_total_price !== undefined && regular_total_price !== total_price)
}
