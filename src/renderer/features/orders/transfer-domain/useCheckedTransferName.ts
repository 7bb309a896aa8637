import { computed, watch } from 'vue'
import { useAppState } from '#renderer/stores/app-state.ts'
import { usePriceList } from '#renderer/features/orders/checkout/usePriceList.ts'
import { checkTransferName, type TransferNameProblem } from './check-transfer-name.ts'

const problemsOfList: readonly (TransferNameProblem | null)[] = ['unknownTld', 'noTransfer']

/**
 * What can be said of a typed name by the price list of an account. A list from before that is against the name is read anew by itself,
 * once: it may be as old as the account. `isQueuedToSend`: nothing is said until that reading is over.
 */
export function useCheckedTransferName(accountId: () => string | null, typed: () => string) {
  const appState = useAppState()
  const list = usePriceList(accountId)
  const checked = computed(() => checkTransferName(typed(), list.prices.value))
  const isByList = computed(() => problemsOfList.includes(checked.value.problem))
  const isDoubted = computed(() => isByList.value && list.isOld.value && !appState.isOffline)
  watch(isDoubted, (isNow) => {
    if (isNow) list.refresh()
  })
  return {
    list,
    checked,
    isByList,
    isWaiting: computed(() => isDoubted.value || (isByList.value && list.isLoading.value)),
  }
}
