import { unavailableReasons, type DomainListItem } from '#shared/api/domain.ts'
import { AppError, toWireError } from '#shared/errors.ts'
import type { CheckedName, ListedPrice, OfferedPlan, OrderItem, QuoteProblem, QuoteRow, Unpayable } from '#shared/ipc/orders.ts'
import { isAttributeJp, isJp } from '#shared/names.ts'
import { expiryAfter } from '#shared/expiry.ts'

/** What was read, or why it could not be. */
export type Reading<T> = { data: T; readAt: number } | AppError

/** What a row of an account is made from; null: no row of the basket asks for it. */
export interface QuoteFacts {
  domains: Reading<ReadonlyMap<string, DomainListItem>> | null
  /** By a domain's name. */
  price: Reading<(name: string) => ListedPrice | undefined> | null
  plans: Reading<OfferedPlan[]> | null
  isServerIdTaken: Reading<(serverId: string) => boolean> | null
  availability: (name: string) => Reading<CheckedName> | null
}

export type Priced = Omit<QuoteRow, 'id' | 'item' | 'isDryRun'>

const nothing: Priced = { yen: null, yenPerYear: null, regularYen: null, isCampaign: null, expiryDate: null, newExpiryDate: null, pricedAt: null, problem: null }

export function problemOf(reason: QuoteProblem, error: AppError | null = null, intentId: string | null = null): NonNullable<QuoteRow['problem']> {
  return { reason, error: error && toWireError(error), intentId }
}

export function unpayableProblem({ reason, stated }: Unpayable): NonNullable<QuoteRow['problem']> {
  return problemOf(reason, new AppError('service', `The service states a price that cannot be paid: ${stated}`, { serviceMessage: stated }))
}

/** What no call need be spent on (section "Domain API"): TLDs that the API does not serve. */
export function formProblem(item: OrderItem): NonNullable<QuoteRow['problem']> | null {
  if (item.kind === 'acquire' && isAttributeJp(item.name)) return problemOf('attribute_jp')
  return item.kind === 'transfer' && isJp(item.name) ? problemOf('jp_transfer') : null
}

/** Price and expiry of an item, or why it cannot be bought. */
export function priceItem(item: OrderItem, facts: QuoteFacts): Priced {
  switch (item.kind) {
    case 'order':
      return priceOrder(item, facts)
    case 'acquire':
      return priceAcquisition(item, facts)
    case 'transfer':
      return priceTransfer(item, facts)
    case 'renew':
      return priceRenewal(item, facts)
  }
}

function refused(reason: QuoteProblem, known: Partial<Priced> = {}, error: AppError | null = null): Priced {
  return { ...nothing, ...known, problem: problemOf(reason, error) }
}

function priceOrder({ planId, months, serverId }: Extract<OrderItem, { kind: 'order' }>, { plans, isServerIdTaken }: QuoteFacts): Priced {
  if (plans === null || isServerIdTaken === null) throw new AppError('bug', 'Plans and servers were not read')
  if (plans instanceof AppError) return refused('unread', {}, plans)
  const period = plans.data.find(({ plan_id }) => plan_id === planId)?.periods.find((one) => one.months === months)
  if (!period) return refused('plan_not_available')
  if (period.unpayable) return refusedAsUnpayable(period.unpayable)
  const known = {
    yen: period.total_price,
    regularYen: period.regular_total_price ?? null,
    isCampaign: period.campaign_applied ?? null,
    pricedAt: plans.readAt,
  }
  if (isServerIdTaken instanceof AppError) return refused('unread', known, isServerIdTaken)
  return isServerIdTaken.data(serverId) ? refused('server_id_taken', known) : { ...nothing, ...known }
}

function refusedAsUnpayable(unpayable: Unpayable, known: Partial<Priced> = {}): Priced {
  return { ...nothing, ...known, problem: unpayableProblem(unpayable) }
}

/** A transfer applied for again cannot be told from the failed one when its answer is lost: the name is listed before and after. */
function refusedAsListed({ status }: DomainListItem): Priced {
  return refused(status === 'transfer_action_required' ? 'transfer_failed' : 'already_listed')
}

function priceAcquisition({ name, years }: Extract<OrderItem, { kind: 'acquire' }>, { domains, availability }: QuoteFacts): Priced {
  const checked = availability(name)
  if (domains === null || checked === null) throw new AppError('bug', 'The list and the availability were not read')
  if (domains instanceof AppError) return refused('unread', {}, domains)
  const own = domains.data.get(name)
  if (own) return refusedAsListed(own)
  if (checked instanceof AppError) return refused('unread', {}, checked)
  const { available, premium, prices, reason, reason_message: message, unpayable } = checked.data
  const known = priceFor(prices?.register, years, checked.readAt, prices?.campaign_applied)
  const words = message ? new AppError('service', message, { serviceMessage: message }) : null
  if (premium === true) return refused('premium', known, words)
  if (!available) {
    const listed = unavailableReasons.find((one) => one === reason)
    if (listed) return refused(listed, known, words)
    return refused('refused', known, words ?? new AppError('service', `The name cannot be acquired: ${reason ?? 'no reason given'}`))
  }
  if (unpayable) return refusedAsUnpayable(unpayable)
  return known.yen === null ? refused('no_price') : { ...nothing, ...known }
}

function priceTransfer({ name }: Extract<OrderItem, { kind: 'transfer' }>, { domains, price }: QuoteFacts): Priced {
  if (domains === null || price === null) throw new AppError('bug', 'The list and the prices were not read')
  if (domains instanceof AppError) return refused('unread', {}, domains)
  const own = domains.data.get(name)
  if (own) return refusedAsListed(own)
  if (price instanceof AppError) return refused('unread', {}, price)
  const listed = price.data(name)
  if (listed?.unpayable) return refusedAsUnpayable(listed.unpayable)
  const known = priceFor(listed?.transfer, 1, price.readAt, listed?.campaign_applied)
  return known.yen === null ? refused('no_price') : { ...nothing, ...known }
}

function priceRenewal({ name, years }: Extract<OrderItem, { kind: 'renew' }>, { domains, price }: QuoteFacts): Priced {
  if (domains === null || price === null) throw new AppError('bug', 'The list and the prices were not read')
  if (domains instanceof AppError) return refused('unread', {}, domains)
  const domain = domains.data.get(name)
  if (!domain) return refused('unknown_domain')
  const expiryDate = domain.expiry_date ?? null
  if (domain.status === 'expired') return refused('expired', { expiryDate })
  if (domain.status === 'transfer_action_required') return refused('transfer_failed', { expiryDate })
  if (domain.status !== 'active') return refused('not_active', { expiryDate })
  if (expiryDate === null) return refused('no_expiry')
  const newExpiryDate = expiryAfter(expiryDate, years)
  if (newExpiryDate === null) return refused('no_expiry', { expiryDate })
  if (price instanceof AppError) return refused('unread', { expiryDate }, price)
  const listed = price.data(name)
  if (listed?.unpayable) return refusedAsUnpayable(listed.unpayable, { expiryDate })
  const known = { expiryDate, newExpiryDate, ...priceFor(listed?.renew, years, price.readAt, listed?.campaign_applied) }
  return known.yen === null ? refused('no_price', { expiryDate }) : { ...nothing, ...known }
}

/** Section "Domain API": the total is the price per year, times years. */
function priceFor(yenPerYear: number | null | undefined, years: number, pricedAt: number, isCampaign: boolean | undefined): Pick<Priced, 'yen' | 'yenPerYear' | 'isCampaign' | 'pricedAt'> {
  if (yenPerYear === null || yenPerYear === undefined) return { yen: null, yenPerYear: null, isCampaign: null, pricedAt: null }
  return { yen: yenPerYear * years, yenPerYear, isCampaign: isCampaign ?? null, pricedAt }
}
