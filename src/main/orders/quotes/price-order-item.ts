import { domainUnavailableReasons, type DomainListItem } from '#shared/api/domain-schemas.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type {
  NameAvailability,
  ListedPrice,
  OfferedHostingPlan,
  OfferedHostingPlanPeriod,
  QuoteProblem,
  QuoteRow,
  UnpayablePrice,
} from '#shared/ipc/quote-and-offer-schemas.ts'
import { isOrganizationalTypeJpDomain, isJpDomain } from '#shared/get-tld-and-detect-jp-domains.ts'
import { addYears } from '#shared/renewal-expiry.ts'

/** The fetched data, or the error. */
export type FetchedDataOrError<T> = { data: T; readAt: number } | AppError

/** The data from which rows of an account are priced. A null field: no row needs it. */
export interface FetchedPricingData {
  domains: FetchedDataOrError<ReadonlyMap<string, DomainListItem>> | null
  /** Returns the price of a domain name. */
  price: FetchedDataOrError<(name: string) => ListedPrice | undefined> | null
  plans: FetchedDataOrError<OfferedHostingPlan[]> | null
  isServerIdTaken: FetchedDataOrError<(serverId: string) => boolean> | null
  availability: (name: string) => FetchedDataOrError<NameAvailability> | null
}

export type QuoteRowPricing = Omit<QuoteRow, 'id' | 'item' | 'isDryRun'>

const unpricedFields: QuoteRowPricing = {
  yen: null,
  yenPerYear: null,
  regularYen: null,
  isCampaign: null,
  expiryDate: null,
  expiryReadAt: null,
  newExpiryDate: null,
  pricedAt: null,
  problem: null,
}

export function createQuoteProblem(
  reason: QuoteProblem,
  error: AppError | null = null,
  intentId: string | null = null,
): NonNullable<QuoteRow['problem']> {
  return { reason, error: error && toWireError(error), intentId }
}

export function createUnpayableProblem({ reason, stated }: UnpayablePrice): NonNullable<QuoteRow['problem']> {
  return createQuoteProblem(
    reason,
    new AppError('service', `The service states a price that cannot be paid: ${stated}`, { serviceMessage: stated }),
  )
}

/**
 * TLDs that the API does not support for this item (API description, section "Domain API"). No call is needed to find
 * them.
 */
export function findUnsupportedTldProblem(item: OrderItem): NonNullable<QuoteRow['problem']> | null {
  if (item.kind === 'acquire' && isOrganizationalTypeJpDomain(item.name)) return createQuoteProblem('attribute_jp')
  return item.kind === 'transfer' && isJpDomain(item.name) ? createQuoteProblem('jp_transfer') : null
}

/** Returns the price and the expiry of an item, or the problem for which it cannot be bought. */
export function priceOrderItem(item: OrderItem, fetched: FetchedPricingData): QuoteRowPricing {
  switch (item.kind) {
    case 'order':
      return priceOrder(item, fetched)
    case 'acquire':
      return priceAcquisition(item, fetched)
    case 'transfer':
      return priceTransfer(item, fetched)
    case 'renew':
      return priceRenewal(item, fetched)
  }
}

function withProblem(
  reason: QuoteProblem,
  known: Partial<QuoteRowPricing> = {},
  error: AppError | null = null,
): QuoteRowPricing {
  return { ...unpricedFields, ...known, problem: createQuoteProblem(reason, error) }
}

/** Returns the plan's contract period of a server order; undefined if the plans do not have it. */
export function findHostingPlanPeriod(
  plans: readonly OfferedHostingPlan[],
  { planId, months }: Pick<Extract<OrderItem, { kind: 'order' }>, 'planId' | 'months'>,
): OfferedHostingPlanPeriod | undefined {
  return plans.find(({ plan_id }) => plan_id === planId)?.periods.find((one) => one.months === months)
}

function priceOrder(
  item: Extract<OrderItem, { kind: 'order' }>,
  { plans, isServerIdTaken }: FetchedPricingData,
): QuoteRowPricing {
  if (plans === null || isServerIdTaken === null) throw new AppError('bug', 'Plans and servers were not read')
  if (plans instanceof AppError) return withProblem('data_not_read', {}, plans)
  const period = findHostingPlanPeriod(plans.data, item)
  if (!period) return withProblem('plan_not_available')
  if (period.unpayable) return withUnpayableProblem(period.unpayable)
  const known = {
    yen: period.total_price,
    regularYen: period.regular_total_price ?? null,
    isCampaign: period.campaign_applied ?? null,
    pricedAt: plans.readAt,
  }
  if (isServerIdTaken instanceof AppError) return withProblem('data_not_read', known, isServerIdTaken)
  return isServerIdTaken.data(item.serverId) ? withProblem('server_id_taken', known) : { ...unpricedFields, ...known }
}

function withUnpayableProblem(unpayable: UnpayablePrice, known: Partial<QuoteRowPricing> = {}): QuoteRowPricing {
  return { ...unpricedFields, ...known, problem: createUnpayableProblem(unpayable) }
}

/**
 * If the answer was lost, a new transfer could not be distinguished from the failed transfer, because the name is
 * listed before and after both.
 */
function withListedProblem({ status }: DomainListItem): QuoteRowPricing {
  return withProblem(status === 'transfer_action_required' ? 'transfer_failed' : 'already_listed')
}

function priceAcquisition(
  { name, years }: Extract<OrderItem, { kind: 'acquire' }>,
  { domains, availability }: FetchedPricingData,
): QuoteRowPricing {
  const checked = availability(name)
  if (domains === null || checked === null) throw new AppError('bug', 'The list and the availability were not read')
  if (domains instanceof AppError) return withProblem('data_not_read', {}, domains)
  const own = domains.data.get(name)
  if (own) return withListedProblem(own)
  if (checked instanceof AppError) return withProblem('data_not_read', {}, checked)
  const { available, premium, prices, reason, reason_message: message, unpayable } = checked.data
  const known = priceFor(prices?.register, years, checked.readAt, prices?.campaign_applied)
  const toError = (words: string | null | undefined) =>
    words ? new AppError('service', words, { serviceMessage: words }) : null
  if (premium === true) return withProblem('premium', known, toError(message))
  if (!available) {
    const listed = domainUnavailableReasons.find((one) => one === reason)
    if (listed) return withProblem(listed, known, toError(message))
    return withProblem('name_unavailable', known, toError(message || reason))
  }
  if (unpayable) return withUnpayableProblem(unpayable)
  return known.yen === null ? withProblem('no_price') : { ...unpricedFields, ...known }
}

function priceTransfer(
  { name }: Extract<OrderItem, { kind: 'transfer' }>,
  { domains, price }: FetchedPricingData,
): QuoteRowPricing {
  if (domains === null || price === null) throw new AppError('bug', 'The list and the prices were not read')
  if (domains instanceof AppError) return withProblem('data_not_read', {}, domains)
  const own = domains.data.get(name)
  if (own) return withListedProblem(own)
  if (price instanceof AppError) return withProblem('data_not_read', {}, price)
  const listed = price.data(name)
  if (listed?.unpayable) return withUnpayableProblem(listed.unpayable)
  const known = priceFor(listed?.transfer, 1, price.readAt, listed?.campaign_applied)
  return known.yen === null ? withProblem('no_price') : { ...unpricedFields, ...known }
}

function priceRenewal(
  { name, years }: Extract<OrderItem, { kind: 'renew' }>,
  { domains, price }: FetchedPricingData,
): QuoteRowPricing {
  if (domains === null || price === null) throw new AppError('bug', 'The list and the prices were not read')
  if (domains instanceof AppError) return withProblem('data_not_read', {}, domains)
  const domain = domains.data.get(name)
  if (!domain) return withProblem('unknown_domain')
  const expiryDate = domain.expiry_date ?? null
  const expiry = { expiryDate, expiryReadAt: expiryDate === null ? null : domains.readAt }
  if (domain.status === 'expired') return withProblem('expired', expiry)
  if (domain.status === 'transfer_action_required') return withProblem('transfer_incomplete', expiry)
  if (domain.status !== 'active') return withProblem('not_active', expiry)
  if (expiryDate === null) return withProblem('no_expiry')
  const newExpiryDate = addYears(expiryDate, years)
  if (newExpiryDate === null) return withProblem('no_expiry', expiry)
  if (price instanceof AppError) return withProblem('data_not_read', expiry, price)
  const listed = price.data(name)
  if (listed?.unpayable) return withUnpayableProblem(listed.unpayable, expiry)
  const known = { ...expiry, newExpiryDate, ...priceFor(listed?.renew, years, price.readAt, listed?.campaign_applied) }
  return known.yen === null ? withProblem('no_price', expiry) : { ...unpricedFields, ...known }
}

/**
 * The total is the price per year times the years (API description, section "Domain API"). Null: the service states no
 * price.
 */
export function computeYenForYears(yenPerYear: number | null | undefined, years: number): number | null {
  return yenPerYear === null || yenPerYear === undefined ? null : yenPerYear * years
}

function priceFor(
  yenPerYear: number | null | undefined,
  years: number,
  pricedAt: number,
  isCampaign: boolean | undefined,
): Pick<QuoteRowPricing, 'yen' | 'yenPerYear' | 'isCampaign' | 'pricedAt'> {
  const yen = computeYenForYears(yenPerYear, years)
  if (yen === null || yenPerYear === undefined) return { yen: null, yenPerYear: null, isCampaign: null, pricedAt: null }
  return { yen, yenPerYear, isCampaign: isCampaign ?? null, pricedAt }
}
