import { storeToRefs } from 'pinia'
import { computed, watch } from 'vue'
import { usePlaced } from '../quote/usePlaced.ts'
import type { QuoteInHand } from '../quote/useQuote.ts'
import { useAcquire } from './acquire-state.ts'

/**
 * Follows the orders that the person went on from before they were settled: what nothing came of returns to the basket by itself.
 * It waits while a price is in hand, which is for exactly what lies in the basket, and while another account is to pay.
 */
export function useLateRefusals({ offer, isAsking, isPaying }: Pick<QuoteInHand, 'offer' | 'isAsking' | 'isPaying'>): void {
  const acquire = useAcquire()
  const { intents } = usePlaced(storeToRefs(acquire).left)
  const isPricing = computed(() => offer.value !== null || isAsking.value || isPaying.value)
  const own = computed(() => intents.value.filter(({ item }) => item.accountId === acquire.accountId))
  watch([own, isPricing], () => {
    if (!isPricing.value) acquire.cameBack += acquire.takeBack(own.value)
  })
}
