import { isAppError, toWireError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import type { CommandOutput, ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { ListedPrice, OfferedHostingPlan } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import type { Clock } from '#main/clock.ts'
import type { PriceAndHostingPlanLists } from './fetch-and-store-price-and-plan-lists.ts'
import { createDomainAvailabilitySearch, type DomainAvailabilitySearchDeps } from './domain-availability-search.ts'
import { proposeUnusedServerId } from './propose-unused-server-id.ts'

export interface PurchaseOfferLookupDeps extends DomainAvailabilitySearchDeps {
  accounts: { account(accountId: string): { baseUrl: string } }
  priceLists: PriceAndHostingPlanLists
  isServerIdKnown: (baseUrl: string, serverId: string) => boolean
  random: () => number
}

export interface PurchaseOfferLookup {
  plans(accountId: string, refresh: boolean): Promise<Cached<OfferedHostingPlan[]>>
  prices(accountId: string, refresh: boolean): Promise<Cached<ListedPrice[]>>
  suggestServerId(accountId: string, wish: string): string
  search(search: ParsedCommandInput<'orders.search'>): CommandOutput<'orders.search'>
  cancelSearch(searchId: string): void
  close(): Promise<void>
}

/** Looks up what can be bought: plans, prices and domain names. Also suggests a free server ID. */
export function createPurchaseOfferLookup(deps: PurchaseOfferLookupDeps): PurchaseOfferLookup {
  const { accounts, priceLists, clock, isServerIdKnown, random } = deps
  const search = createDomainAvailabilitySearch(deps)

  return {
    async plans(accountId, refresh) {
      accounts.account(accountId)
      const error = refresh ? await toFetchError(clock, priceLists.fetchPlans(accountId)) : noError
      return { ...priceLists.plans(accountId), ...error }
    },
    async prices(accountId, refresh) {
      accounts.account(accountId)
      const error = refresh ? await toFetchError(clock, priceLists.fetchPrices(accountId)) : noError
      return { ...priceLists.prices(accountId), ...error }
    },
    suggestServerId(accountId, wish) {
      const { baseUrl } = accounts.account(accountId)
      return proposeUnusedServerId(wish, (serverId) => isServerIdKnown(baseUrl, serverId), random)
    },
    search: search.start,
    cancelSearch: search.cancel,
    close: search.close,
  }
}

const noError: Pick<Cached<unknown>, 'error' | 'errorAt'> = { error: null, errorAt: null }

/** Returns an error of the call instead of throwing it. Database errors and errors other than AppError are thrown. */
async function toFetchError(clock: Clock, reading: Promise<unknown>): Promise<typeof noError> {
  try {
    await reading
    return noError
  } catch (error) {
    if (!isAppError(error) || isErrorCausedBy(error, 'storage')) throw error
    return { error: toWireError(error), errorAt: clock.now() }
  }
}
