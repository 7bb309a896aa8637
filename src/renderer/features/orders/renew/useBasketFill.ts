import { computed, watch } from 'vue'
import { useRemote } from '../../../composables/useRemote.ts'
import { useAccounts } from '../../../shell/accounts-state.ts'
import { findWithin } from './within.ts'
import { useRenewBasket } from './renew-basket.ts'

/** Fills the basket with what expires soon, for the accounts that the rail shows; what was picked elsewhere is left alone. */
export function useBasketFill() {
  const basket = useRenewBasket()
  const accounts = useAccounts()
  const present = computed(() => (accounts.isLoaded ? accounts.accounts.map(({ id }) => id).toSorted() : null))
  const question = computed(() => (basket.source === 'within' ? JSON.stringify([accounts.selectedIds, basket.days, present.value]) : null))
  const { data, error, isLoading, reload } = useRemote(() => (basket.source === 'within' ? findWithin(accounts.selectedIds, basket.days) : Promise.resolve(null)), { watch: [question] })

  watch(
    present,
    (ids) => {
      if (ids !== null) basket.keepAccounts(new Set(ids))
    },
    { immediate: true },
  )
  watch(data, (found) => {
    if (found !== null) basket.fill(found.rows)
  })
  return { isLoading, error, reload, total: computed(() => data.value?.total ?? null) }
}
