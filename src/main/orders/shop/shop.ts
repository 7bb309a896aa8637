import { isAppError, toWireError } from '#shared/errors.ts'
import type { CommandOutput, CommandParsed } from '#shared/ipc/contract.ts'
import type { ListedPrice, OfferedPlan } from '#shared/ipc/orders.ts'
import type { ReadOf } from '#shared/ipc/scalars.ts'
import type { Clock } from '../../clock.ts'
import type { Offers } from './offers.ts'
import { createNameSearch, type SearchDeps } from './search.ts'
import { suggestServerId } from './server-ids.ts'

export interface ShopDeps extends SearchDeps {
  accounts: { account(accountId: string): { baseUrl: string } }
  offers: Offers
  isServerIdKnown: (baseUrl: string, serverId: string) => boolean
  random: () => number
}

export interface Shop {
  plans(accountId: string, refresh: boolean): Promise<ReadOf<OfferedPlan[]>>
  prices(accountId: string, refresh: boolean): Promise<ReadOf<ListedPrice[]>>
  suggestServerId(accountId: string, wish: string): string
  search(search: CommandParsed<'orders.search'>): CommandOutput<'orders.search'>
  cancelSearch(searchId: string): void
  close(): Promise<void>
}

/** What can be bought: plans, prices, free names. */
export function createShop(deps: ShopDeps): Shop {
  const { accounts, offers, clock, isServerIdKnown, random } = deps
  const search = createNameSearch(deps)

  return {
    async plans(accountId, refresh) {
      accounts.account(accountId)
      const error = refresh ? await failureOf(clock, offers.readPlans(accountId)) : none
      return { ...offers.plans(accountId), ...error }
    },
    async prices(accountId, refresh) {
      accounts.account(accountId)
      const error = refresh ? await failureOf(clock, offers.readPrices(accountId)) : none
      return { ...offers.prices(accountId), ...error }
    },
    suggestServerId(accountId, wish) {
      const { baseUrl } = accounts.account(accountId)
      return suggestServerId(wish, (serverId) => isServerIdKnown(baseUrl, serverId), random)
    },
    search: search.start,
    cancelSearch: search.cancel,
    close: search.close,
  }
}

const none: Pick<ReadOf<unknown>, 'error' | 'errorAt'> = { error: null, errorAt: null }

/** Why a reading failed; nothing of it is thrown but what is no error of ours. */
async function failureOf(clock: Clock, reading: Promise<unknown>): Promise<typeof none> {
  try {
    await reading
    return none
  } catch (error) {
    if (!isAppError(error) || error.kind.startsWith('database_') || error.kind === 'disk_full') throw error
    return { error: toWireError(error), errorAt: clock.now() }
  }
}
