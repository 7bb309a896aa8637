import type { RenewalPrice, UnknownPriceReason } from '#shared/ipc/customers.ts'
import type { ListedPrice } from '#shared/ipc/quote-and-offer-schemas.ts'
import { createTldPriceLookup } from '#shared/tld-price-lookup.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { PriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'

export interface RenewalPriceFinder {
  /** Reads the stored price lists of these accounts, each once. */
  load(accountIds: Iterable<string>): Promise<void>
  /** The stored renewal price of a domain for one year. First call `load` with the account of the domain. */
  find(domain: { accountId: string; name: string; status: string }): RenewalPrice
}

interface AccountPrices {
  readAt: number
  priceOf: (name: string) => ListedPrice | undefined
}

/** Finds renewal prices in the price lists that `load` read from the database. Nothing is read from the service. */
export function createRenewalPriceFinder(priceLists: Pick<PriceAndHostingPlanLists, 'prices'>): RenewalPriceFinder {
  const byAccount = new Map<string, AccountPrices | null>()
  return {
    async load(accountIds) {
      for (const accountId of new Set(accountIds)) {
        if (byAccount.has(accountId)) continue
        const { data, readAt } = priceLists.prices(accountId)
        byAccount.set(
          accountId,
          data === null || readAt === null ? null : { readAt, priceOf: createTldPriceLookup(data) },
        )
        await yieldToEventLoop()
      }
    },
    find({ accountId, name, status }) {
      // Only active domains can be renewed (API description, section "Domain API").
      if (status !== 'active') return createUnknownRenewalPrice('notActive', null)
      const prices = byAccount.get(accountId) ?? null
      if (prices === null) return createUnknownRenewalPrice('pricesNotRead', null)
      const price = prices.priceOf(name)
      if (price?.unpayable) return createUnknownRenewalPrice('unpayable', prices.readAt)
      const yen = price?.renew ?? null
      return yen === null
        ? createUnknownRenewalPrice('notListed', prices.readAt)
        : { yen, readAt: prices.readAt, unknown: null }
    },
  }
}

export function createUnknownRenewalPrice(reason: UnknownPriceReason, readAt: number | null): RenewalPrice {
  return { yen: null, readAt, unknown: reason }
}
