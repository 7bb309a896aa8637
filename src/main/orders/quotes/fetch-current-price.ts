import type { OrderItem } from '#shared/ipc/order-items.ts'
import { createTldPriceLookup } from '#shared/tld-price-lookup.ts'
import type { PriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import type { DomainAvailabilityChecker } from '#main/orders/availability-and-prices/domain-availability-checker.ts'
import { computeYenForYears, findHostingPlanPeriod } from './price-order-item.ts'

interface FetchCurrentPriceDeps {
  priceLists: Pick<PriceAndHostingPlanLists, 'fetchPlans' | 'fetchPrices'>
  domainAvailabilityChecker: Pick<DomainAvailabilityChecker, 'check'>
}

/**
 * Reads the price of an item from the service, in yen. Null: the service states none that can be paid. Checks nothing
 * else of the item. Throws the errors of the call.
 */
export async function fetchCurrentPrice(
  { priceLists, domainAvailabilityChecker }: FetchCurrentPriceDeps,
  item: OrderItem,
  signal: AbortSignal,
): Promise<number | null> {
  const { accountId } = item
  switch (item.kind) {
    case 'order':
      return findHostingPlanPeriod((await priceLists.fetchPlans(accountId, signal)).data, item)?.total_price ?? null
    case 'acquire': {
      const { data } = await domainAvailabilityChecker.check(accountId, item.name, signal)
      return computeYenForYears(data.prices?.register, item.years)
    }
    case 'renew':
    case 'transfer': {
      const price = createTldPriceLookup((await priceLists.fetchPrices(accountId, signal)).data)(item.name)
      return item.kind === 'renew'
        ? computeYenForYears(price?.renew, item.years)
        : computeYenForYears(price?.transfer, 1)
    }
  }
}
