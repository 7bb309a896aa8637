import { computed, watch } from 'vue'
import { useAppState } from '../../../shell/app-state.ts'
import { usePriceList } from '../quote/usePriceList.ts'
import { checkName, type NameProblem } from './transfer-name.ts'

const problemsOfList: readonly (NameProblem | null)[] = ['unknownTld', 'noTransfer']

/**
 * What can be said of a typed name by the price list of an account. A list from before that is against the name is read anew by itself,
 * once: it may be as old as the account. `isWaiting`: nothing is said until that reading is over.
 */
export function useCheckedName(accountId: () => string | null, typed: () => string) {
  const appState = useAppState()
  const list = usePriceList(accountId)
  const checked = computed(() => checkName(typed(), list.prices.value))
  const isByList = computed(() => problemsOfList.includes(checked.value.problem))
  const isDoubted = computed(() => isByList.value && list.isOld.value && !appState.isOffline)
  watch(isDoubted, (isNow) => {
    if (isNow) list.refresh()
  })
  return { list, checked, isByList, isWaiting: computed(() => isDoubted.value || (isByList.value && list.isLoading.value)) }
}
