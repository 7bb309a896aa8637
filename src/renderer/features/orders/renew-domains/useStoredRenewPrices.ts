import { computed, type Ref } from 'vue'
import { createTldPriceLookup } from '#shared/tld-price-lookup.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'

export interface StoredRenewPrice {
  yenPerYear: number
  readAt: number
}

/**
 * The cost of renewing for one year, from the stored price lists. They are loaded again when `isAsking` changes: a
 * quote stores the lists that it reads, also if it is stopped. Makes no call to the service.
 */
export function useStoredRenewPrices(accountIds: () => readonly string[], isAsking: Readonly<Ref<boolean>>) {
  const wanted = computed(() => [...new Set(accountIds())].toSorted().join(' '))
  const { data } = useAsyncData(
    async () => new Map(await Promise.all(wanted.value.split(' ').filter(Boolean).map(renewalsOf))),
    { watch: [wanted], reloadOn: [isAsking], keepsData: true },
  )

  /** Null if no price is known. */
  return (accountId: string, name: string): StoredRenewPrice | null => data.value?.get(accountId)?.(name) ?? null
}

async function renewalsOf(
  accountId: string,
): Promise<[accountId: string, priceOf: (name: string) => StoredRenewPrice | null]> {
  const { data, readAt } = await mainCommands.orders.prices({ accountId })
  const priceOf = createTldPriceLookup(data ?? [])
  const renewalOf = (name: string): StoredRenewPrice | null => {
    const yenPerYear = priceOf(name)?.renew ?? null
    return yenPerYear === null || readAt === null ? null : { yenPerYear, readAt }
  }
  return [accountId, renewalOf]
}
