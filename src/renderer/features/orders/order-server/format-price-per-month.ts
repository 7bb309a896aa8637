import type { OfferedHostingPlanPeriod } from '#shared/ipc/quote-and-offer-schemas.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'

/** The text marks a rounded amount, because multiplied by the months it does not give the price. */
export function formatPricePerMonth(
  { months, total_price }: Pick<OfferedHostingPlanPeriod, 'months' | 'total_price'>,
  t: (key: string, values?: Record<string, unknown>) => string,
): string {
  const yen = (total_price ?? 0) / months
  return t(Number.isInteger(yen) ? 'purchase.order.perMonth' : 'purchase.order.perMonthRounded', {
    amount: formatYen(Math.round(yen), t),
  })
}

export function hasCampaignPrice({
  campaign_applied,
  regular_total_price,
  total_price,
}: OfferedHostingPlanPeriod): boolean {
  return campaign_applied === true || (regular_total_price !== undefined && regular_total_price !== total_price)
}
