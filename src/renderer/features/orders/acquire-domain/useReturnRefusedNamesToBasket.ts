import { storeToRefs } from 'pinia'
import { computed, watch } from 'vue'
import { usePlacedOrders } from '#renderer/features/orders/checkout/usePlacedOrders.ts'
import type { QuoteAndPayment } from '#renderer/features/orders/checkout/useQuoteAndPayment.ts'
import { useNameSearchAndBasket } from './name-search-and-basket-store.ts'

/**
 * The user can leave the list of placed orders before every order has an outcome. If the service then refuses an order,
 * this composable puts the domain name back into the basket. Names are not put back while a quote is requested, shown
 * or paid, because the quote must match the basket. Only orders of the selected paying account are put back.
 */
export function useReturnRefusedNamesToBasket({
  offer,
  isAsking,
  isPaying,
}: Pick<QuoteAndPayment, 'offer' | 'isAsking' | 'isPaying'>): void {
  const basketStore = useNameSearchAndBasket()
  const { orders } = usePlacedOrders(storeToRefs(basketStore).unsettledRunsLeftByUser)
  // A name whose order was refused is not shown as ordered, even while it is not put back.
  watch(orders, basketStore.recordOutcomes, { immediate: true })
  const isPricing = computed(() => offer.value !== null || isAsking.value || isPaying.value)
  const own = computed(() => orders.value.filter(({ item }) => item.accountId === basketStore.accountId))
  watch([() => basketStore.accountId, own, isPricing], ([accountId], [previousId]) => {
    // The names that returned earlier belong to orders of the account that was selected then.
    if (accountId !== previousId) basketStore.returnedNames = new Set()
    if (isPricing.value) return
    basketStore.returnedNames = new Set([...basketStore.returnedNames, ...basketStore.returnToBasket(own.value)])
  })
}
