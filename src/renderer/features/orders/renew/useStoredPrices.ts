import { computed } from 'vue'
import { tldOf } from '#shared/names.ts'
import { app } from '../../../client.ts'
import { useRemote } from '../../../composables/useRemote.ts'

export interface StoredPrice {
  yenPerYear: number
  readAt: number
}

/** What renewing for a year costs by the price lists as they were last read; nothing is asked of the service for it. */
export function useStoredPrices(accountIds: () => readonly string[]) {
  const wanted = computed(() => [...new Set(accountIds())].toSorted().join(' '))
  const { data } = useRemote(async () => new Map(await Promise.all(wanted.value.split(' ').filter(Boolean).map(renewalsOf))), { watch: [wanted], keepsData: true })

  /** Null where no price is known. */
  return (accountId: string, name: string): StoredPrice | null => data.value?.get(accountId)?.get(tldOf(name)) ?? null
}

async function renewalsOf(accountId: string): Promise<[accountId: string, priceByTld: Map<string, StoredPrice>]> {
  const { data, readAt } = await app.orders.prices({ accountId })
  if (data === null || readAt === null) return [accountId, new Map()]
  return [accountId, new Map(data.flatMap(({ tld, renew }) => (typeof renew === 'number' ? [[tld, { yenPerYear: renew, readAt }]] : [])))]
}
