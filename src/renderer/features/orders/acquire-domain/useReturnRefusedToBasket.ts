import { storeToRefs } from 'pinia'
import { computed, watch } from 'vue'
import { usePlacedOrders } from '#renderer/features/orders/checkout/usePlacedOrders.ts'
import type { QuoteSession } from '#renderer/features/orders/checkout/useQuote.ts'
import { useAcquireStore } from './acquire-store.ts'

/**
 * Returns items to the basket when their orders are refused after the user left the placed orders. It waits while there
 * is a quote, because a quote applies to exactly the items in the basket, and while another account is selected.
 */
export function useReturnRefusedToBasket({
  offer,
  isAsking,
  isPaying,
}: Pick<QuoteSession, 'offer' | 'isAsking' | 'isPaying'>): void {
  const acquire = useAcquireStore()
  const { intents } = usePlacedOrders(storeToRefs(acquire).runsLeftUnsettled)
  const isPricing = computed(() => offer.value !== null || isAsking.value || isPaying.value)
  const own = computed(() => intents.value.filter(({ item }) => item.accountId === acquire.accountId))
  watch([own, isPricing], () => {
    if (!isPricing.value) acquire.returnedCount += acquire.returnToBasket(own.value)
  })
}
