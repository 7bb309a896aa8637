import type { z } from 'zod'
import { tldPriceRowSchema } from '#shared/api/domain-schemas.ts'
import { hostingPlanSchema } from '#shared/api/server-contract-and-order-endpoints.ts'
import type { ListedPrice, OfferedHostingPlan } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'
import { removeUnpayablePricesOfHostingPlan, removeUnpayablePricesOfTld } from './remove-unpayable-prices.ts'

interface Fetched<T> {
  data: T
  readAt: number
}

/** Plans and prices of the accounts: the stored ones, and newly fetched ones. */
export interface PriceAndHostingPlanLists {
  plans(accountId: string): Cached<OfferedHostingPlan[]>
  prices(accountId: string): Cached<ListedPrice[]>
  /** Throws the errors of the call. The stored list is kept then. */
  fetchPlans(accountId: string, signal?: AbortSignal): Promise<Fetched<OfferedHostingPlan[]>>
  fetchPrices(accountId: string, signal?: AbortSignal): Promise<Fetched<ListedPrice[]>>
}

type List = 'plans' | 'prices'

export function createPriceAndHostingPlanLists({
  api,
  database,
}: {
  api: Pick<ApiClient, 'call'>
  database: Database
}): PriceAndHostingPlanLists {
  /** An unreadable row counts as none. */
  function getStoredList<Stated, Parsed>(
    accountId: string,
    list: List,
    schema: z.ZodType<Stated>,
    parse: (stated: Stated) => Parsed,
  ): Cached<Parsed[]> {
    const row = database.get<{ data: string; read_at: number }>(
      'select data, read_at from offer where account_id = ? and list = ?',
      accountId,
      list,
    )
    const data = (row && schema.array().safeParse(parseJsonOrNull(row.data)).data?.map(parse)) ?? null
    return { data, readAt: data === null ? null : (row?.read_at ?? null), error: null, errorAt: null }
  }

  /** Stores the list as the service answered it. */
  function storeList(accountId: string, list: List, data: unknown[], readAt: number): void {
    database.run(
      `insert into offer (account_id, list, data, read_at) select id, ?, ?, ? from account where id = ?
       on conflict (account_id, list) do update set data = excluded.data, read_at = excluded.read_at`,
      list,
      JSON.stringify(data),
      readAt,
      accountId,
    )
  }

  return {
    plans: (accountId) => getStoredList(accountId, 'plans', hostingPlanSchema, removeUnpayablePricesOfHostingPlan),
    prices: (accountId) => getStoredList(accountId, 'prices', tldPriceRowSchema, removeUnpayablePricesOfTld),
    async fetchPlans(accountId, signal) {
      const { data, readAt } = await api.call({
        accountId,
        endpoint: 'server.plans',
        input: {},
        priority: 'interactive',
        ...(signal && { signal }),
      })
      storeList(accountId, 'plans', data.plans, readAt)
      return { data: data.plans.map(removeUnpayablePricesOfHostingPlan), readAt }
    },
    // Fetches the whole list. The whole list costs one call, like a part of the list, and the forecast needs all
    // prices.
    async fetchPrices(accountId, signal) {
      const { data, readAt } = await api.call({
        accountId,
        endpoint: 'domain.pricing',
        input: {},
        priority: 'interactive',
        ...(signal && { signal }),
      })
      storeList(accountId, 'prices', data.prices, readAt)
      return { data: data.prices.map(removeUnpayablePricesOfTld), readAt }
    },
  }
}
