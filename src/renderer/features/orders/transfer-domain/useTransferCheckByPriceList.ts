import { computed, watch } from 'vue'
import { useAppState } from '#renderer/stores/app-state.ts'
import { usePriceList } from '#renderer/features/orders/checkout/usePriceList.ts'
import { checkTransferNameByPriceList, type TransferNameProblem } from './check-transfer-name-by-price-list.ts'

const problemsOfList: readonly (TransferNameProblem | null)[] = ['unknownTld', 'noTransfer']

/**
 * Checks an entered name against the price list of an account. If a problem comes from an old list, the list is fetched
 * again automatically, once. `isWaiting`: that fetch is in progress, so the problem is not shown yet.
 */
export function useTransferCheckByPriceList(accountId: () => string | null, typed: () => string) {
  const appState = useAppState()
  const list = usePriceList(accountId)
  const checked = computed(() => checkTransferNameByPriceList(typed(), list.prices.value))
  const isProblemFromPriceList = computed(() => problemsOfList.includes(checked.value.problem))
  const isDoubted = computed(() => isProblemFromPriceList.value && list.isOld.value && !appState.isOffline)
  watch(isDoubted, (isNow) => {
    if (isNow) list.refresh()
  })
  return {
    list,
    checked,
    isProblemFromPriceList,
    isWaiting: computed(() => isDoubted.value || (isProblemFromPriceList.value && list.isLoading.value)),
  }
}
