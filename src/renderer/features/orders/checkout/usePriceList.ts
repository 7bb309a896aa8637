import { computed, shallowRef } from 'vue'
import { normalizeTld } from '#shared/tld-price-lookup.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useHasReadingErrorCauseEnded } from '#renderer/composables/useHasReadingErrorCauseEnded.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/** The stored price list of the account. A list that was never read is fetched, unless the app is offline. */
export function usePriceList(accountId: () => string | null) {
  const appState = useAppState()
  const hasCauseEnded = useHasReadingErrorCauseEnded()
  let wantsFresh = false
  /** Accounts whose list was requested from the service here, with or without success. */
  const tried = shallowRef<ReadonlySet<string>>(new Set())

  async function load() {
    const id = accountId()
    if (id === null) return null
    const isFreshWanted = wantsFresh
    wantsFresh = false
    const stored = isFreshWanted ? null : await mainCommands.orders.prices({ accountId: id })
    if (stored !== null && (stored.data !== null || appState.isOffline)) return stored
    tried.value = new Set([...tried.value, id])
    return mainCommands.orders.prices({ accountId: id, refresh: true })
  }
  const { data, error, isLoading, reload } = useAsyncData(load, { watch: [accountId] })

  const readError = computed(() => error.value ?? data.value?.error ?? null)

  function refresh(): void {
    wantsFresh = true
    void reload()
  }

  return {
    prices: computed(() => (data.value?.data ?? []).map((price) => ({ ...price, tld: normalizeTld(price.tld) }))),
    readAt: computed(() => data.value?.readAt ?? null),
    error: computed(() => (readError.value && hasCauseEnded(readError.value) ? null : readError.value)),
    isLoading,
    /** The list was read earlier and was not requested again here. */
    isOld: computed(() => data.value !== null && !isLoading.value && !tried.value.has(accountId() ?? '')),
    refresh,
    /** Shows the newest stored list, because a quote may have fetched it since. */
    reload,
  }
}
