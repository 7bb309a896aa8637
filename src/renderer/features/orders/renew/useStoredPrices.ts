import { computed } from 'vue'
import { tldOf } from '#shared/names.ts'
import { app } from '../../../client.ts'
import { useRemote } from '../../../composables/useRemote.ts'

/** What renewing for a year costs by the price lists as they were last read; nothing is asked of the service for it. */
export function useStoredPrices(accountIds: () => readonly string[]) {
  const wanted = computed(() => [...new Set(accountIds())].toSorted().join(' '))
  const { data } = useRemote(async () => new Map(await Promise.all(wanted.value.split(' ').filter(Boolean).map(renewalsOf))), { watch: [wanted], keepsData: true })

  /** Null where no price is known. */
  return (accountId: string, name: string): number | null => data.value?.get(accountId)?.get(tldOf(name)) ?? null
}

async function renewalsOf(accountId: string): Promise<[accountId: string, yenByTld: Map<string, number | null>]> {
  const { data } = await app.orders.prices({ accountId })
  return [accountId, new Map(data?.map(({ tld, renew }) => [tld, renew ?? null]))]
}
