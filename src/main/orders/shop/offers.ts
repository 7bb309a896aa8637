import type { z } from 'zod'
import { priceItemSchema } from '#shared/api/domain.ts'
import { planSchema } from '#shared/api/server.ts'
import type { ListedPrice, OfferedPlan } from '#shared/ipc/orders.ts'
import type { ReadOf } from '#shared/ipc/scalars.ts'
import type { ApiClient } from '../../api/types.ts'
import type { Database } from '../../store/database.ts'
import { parseJson } from '../../store/stored-error.ts'
import { parsePlan, parsePrice } from './parse-prices.ts'

interface Read<T> {
  data: T
  readAt: number
}

/** Plans and prices of the accounts: as last read, and read now. */
export interface Offers {
  plans(accountId: string): ReadOf<OfferedPlan[]>
  prices(accountId: string): ReadOf<ListedPrice[]>
  /** Throws what the call throws; what was read before stays. */
  readPlans(accountId: string, signal?: AbortSignal): Promise<Read<OfferedPlan[]>>
  readPrices(accountId: string, signal?: AbortSignal): Promise<Read<ListedPrice[]>>
}

type List = 'plans' | 'prices'

export function createOffers({ api, database }: { api: Pick<ApiClient, 'call'>; database: Database }): Offers {
  /** A row that cannot be read is none. */
  function stored<Stated, Parsed>(accountId: string, list: List, schema: z.ZodType<Stated>, parse: (stated: Stated) => Parsed): ReadOf<Parsed[]> {
    const row = database.get<{ data: string; read_at: number }>('select data, read_at from offer where account_id = ? and list = ?', accountId, list)
    const data = (row && schema.array().safeParse(parseJson(row.data)).data?.map(parse)) ?? null
    return { data, readAt: data === null ? null : (row?.read_at ?? null), error: null, errorAt: null }
  }

  /** As the service stated it. */
  function store(accountId: string, list: List, data: unknown[], readAt: number): void {
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
    plans: (accountId) => stored(accountId, 'plans', planSchema, parsePlan),
    prices: (accountId) => stored(accountId, 'prices', priceItemSchema, parsePrice),
    async readPlans(accountId, signal) {
      const { data, readAt } = await api.call({ accountId, endpoint: 'server.plans', input: {}, priority: 'interactive', ...(signal && { signal }) })
      store(accountId, 'plans', data.plans, readAt)
      return { data: data.plans.map(parsePlan), readAt }
    },
    // The whole list: it is one call as the part would be, and the forecast is made from it.
    async readPrices(accountId, signal) {
      const { data, readAt } = await api.call({ accountId, endpoint: 'domain.pricing', input: {}, priority: 'interactive', ...(signal && { signal }) })
      store(accountId, 'prices', data.prices, readAt)
      return { data: data.prices.map(parsePrice), readAt }
    },
  }
}
