import { computed } from 'vue'
import { pricesByTld } from '#shared/prices.ts'
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
  return (accountId: string, name: string): StoredPrice | null => data.value?.get(accountId)?.(name) ?? null
}

async function renewalsOf(accountId: string): Promise<[accountId: string, priceOf: (name: string) => StoredPrice | null]> {
  const { data, readAt } = await app.orders.prices({ accountId })
  const priceOf = pricesByTld(data ?? [])
  const renewalOf = (name: string): StoredPrice | null => {
    const yenPerYear = priceOf(name)?.renew ?? null
    return yenPerYear === null || readAt === null ? null : { yenPerYear, readAt }
  }
  return [accountId, renewalOf]
}
