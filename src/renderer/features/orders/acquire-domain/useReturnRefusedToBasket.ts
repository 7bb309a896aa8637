import { storeToRefs } from 'pinia'
import { computed, watch } from 'vue'
import { usePlacedOrders } from '#renderer/features/orders/checkout/usePlacedOrders.ts'
import type { QuoteSession } from '#renderer/features/orders/checkout/useQuote.ts'
import { useAcquireStore } from './acquire-store.ts'

/**
 * Follows the orders that the person went on from before they were settled: what nothing came of returns to the basket by itself.
 * It waits while a price is in hand, which is for exactly what lies in the basket, and while another account is to pay.
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
