import { computed, shallowRef } from 'vue'
import { toAppError } from '#shared/app-error.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** Fetches the price lists of accounts. `failed`: ids of the shown accounts whose list could not be fetched. */
export function useRefreshPriceLists(isShown: (accountId: string) => boolean = () => true) {
  const isRefreshing = shallowRef(false)
  const allFailed = shallowRef<string[]>([])
  const failed = computed(() => allFailed.value.filter(isShown))

  /** Resolves to the number of fetched lists. */
  async function refresh(accountIds: readonly string[]): Promise<number> {
    isRefreshing.value = true
    const tries = accountIds.map(async (accountId) => {
      const error = await mainCommands.orders
        .prices({ accountId, refresh: true })
        .then((read) => read.error, toAppError)
      return error === null ? null : accountId
    })
    allFailed.value = (await Promise.all(tries)).filter((accountId) => accountId !== null)
    isRefreshing.value = false
    return accountIds.length - allFailed.value.length
  }

  return { isRefreshing, failed, refresh }
}
