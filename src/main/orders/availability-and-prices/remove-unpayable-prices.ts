import type { Availability, TldPriceRow, DomainOperationPrices } from '#shared/api/domain-schemas.ts'
import { priceCurrency } from '#shared/api/service-limits.ts'
import type { HostingPlan, HostingPlanPeriod } from '#shared/api/server-contract-and-order-endpoints.ts'
import type {
  NameAvailability,
  ListedPrice,
  OfferedHostingPlan,
  UnpayablePrice,
} from '#shared/ipc/quote-and-offer-schemas.ts'

/**
 * Removes amounts that cannot be paid in yen: negative ones, and amounts in another currency. `unpayable` then holds
 * the reason (API description, section "What the service does": amounts are integers in yen).
 */

/** Returns null when the amounts can be paid. Missing amounts are ignored. */
export function findUnpayableReason(
  amounts: readonly (number | null | undefined)[],
  currency: unknown,
): UnpayablePrice | null {
  const stated = amounts.filter((amount) => amount !== null && amount !== undefined)
  if (stated.length === 0) return null
  if (typeof currency === 'string' && currency !== priceCurrency)
    return { reason: 'foreign_currency', stated: currency }
  const negative = stated.find((amount) => amount < 0)
  return negative === undefined ? null : { reason: 'negative_price', stated: String(negative) }
}

const noAmounts = { register: null, renew: null, transfer: null }

function findUnpayablePrices({ register, renew, transfer, currency }: DomainOperationPrices): UnpayablePrice | null {
  return findUnpayableReason([register, renew, transfer], currency)
}

/** If one amount is unpayable, all amounts of the row are removed. */
export function removeUnpayablePricesOfTld(price: TldPriceRow): ListedPrice {
  const unpayable = findUnpayablePrices(price)
  return { ...price, ...(unpayable && noAmounts), unpayable }
}

export function removeUnpayablePricesOfDomainName(checked: Availability): NameAvailability {
  const { prices } = checked
  const unpayable = prices ? findUnpayablePrices(prices) : null
  return { ...checked, ...(prices && unpayable && { prices: { ...prices, ...noAmounts } }), unpayable }
}

export function removeUnpayablePricesOfHostingPlan(plan: HostingPlan): OfferedHostingPlan {
  return { ...plan, periods: plan.periods.map((period) => parsePeriod(period, plan.currency)) }
}

function parsePeriod(period: HostingPlanPeriod, currency: string | undefined): OfferedHostingPlan['periods'][number] {
  const { total_price, regular_total_price } = period
  const unpayable = findUnpayableReason([total_price, regular_total_price], currency)
  return { ...period, ...(unpayable && { total_price: null, regular_total_price: undefined }), unpayable }
}
