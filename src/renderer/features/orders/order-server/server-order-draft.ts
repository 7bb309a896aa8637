import { fieldRules } from '#shared/api/limits.ts'
import { orderItemSchema, type OrderItem } from '#shared/ipc/order-items.ts'
import type { OfferedPeriod, OfferedHostingPlan } from '#shared/ipc/quotes.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'

export interface ServerOrderDraft {
  planId: string | null
  months: number | null
  serverId: string
  autoRenew: boolean
  partnerCode: string
}

export interface ServerOrderProblems {
  plan: boolean
  serverId: boolean
  partnerCode: boolean
}

export function emptyServerOrderDraft(): ServerOrderDraft {
  // The service's default for auto-renew is on. The value is always sent explicitly.
  return { planId: null, months: null, serverId: '', autoRenew: true, partnerCode: '' }
}

/** The fields of the draft that the service would reject (API description, section "Server signup and contracts"). */
export function findServerOrderProblems({
  planId,
  months,
  serverId,
  partnerCode,
}: ServerOrderDraft): ServerOrderProblems {
  const code = partnerCode.trim()
  return {
    plan: planId === null || months === null,
    serverId: !fieldRules.serverId.pattern.test(serverId),
    partnerCode:
      code !== '' && (code.length > fieldRules.partnerCode.max || !fieldRules.partnerCode.pattern.test(code)),
  }
}

/** Null while a field is missing or invalid. */
export function toServerOrderItem(
  accountId: string | null,
  { planId, months, serverId, autoRenew, partnerCode }: ServerOrderDraft,
): OrderItem | null {
  const parsed = orderItemSchema.safeParse({
    kind: 'order',
    accountId,
    planId,
    months,
    serverId,
    autoRenew,
    partnerCode: partnerCode.trim() || null,
  })
  return parsed.success ? parsed.data : null
}

/** All periods that any plan offers, shortest first. */
export function listOfferedMonths(plans: readonly OfferedHostingPlan[]): number[] {
  return [...new Set(plans.flatMap(({ periods }) => periods.map(({ months }) => months)))].toSorted((a, b) => a - b)
}

export function findOfferedPeriod(plan: OfferedHostingPlan, months: number): OfferedPeriod | null {
  return plan.periods.find((period) => period.months === months) ?? null
}

/** The text marks a rounded amount, because multiplied by the months it does not give the price. */
export function formatPricePerMonth(
  { months, total_price }: Pick<OfferedPeriod, 'months' | 'total_price'>,
  t: (key: string, values?: Record<string, unknown>) => string,
): string {
  const yen = (total_price ?? 0) / months
  return t(Number.isInteger(yen) ? 'purchase.order.perMonth' : 'purchase.order.perMonthRounded', {
    amount: formatYen(Math.round(yen), t),
  })
}

export function hasCampaignPrice({ campaign_applied, regular_total_price, total_price }: OfferedPeriod): boolean {
  return campaign_applied === true || (regular_total_price !== undefined && regular_total_price !== total_price)
}
