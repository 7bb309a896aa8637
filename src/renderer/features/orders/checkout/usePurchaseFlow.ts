import { computed, shallowRef, watch, type Ref } from 'vue'
import { usePlacedOrders } from './usePlacedOrders.ts'
import { useQuoteAndPayment, type ConfirmedPurchase } from './useQuoteAndPayment.ts'

interface PurchaseOptions {
  /** The confirmed purchases, if the caller keeps them longer than the page. */
  confirmedPurchases?: Ref<readonly ConfirmedPurchase[]>
  /** Called after a changed price, instead of requesting the new price. */
  onPriceRefused?: () => void
}

/**
 * The steps of a purchase, from the quote to the placed orders. If the service refuses an order because its price
 * changed, nothing was charged. The price is then requested again, and the user decides with the old and the new price
 * visible.
 */
export function usePurchaseFlow({
  confirmedPurchases = shallowRef<readonly ConfirmedPurchase[]>([]),
  onPriceRefused,
}: PurchaseOptions = {}) {
  const quoteAndPayment = useQuoteAndPayment()
  const placed = usePlacedOrders(confirmedPurchases)
  /** True from the confirmation on. The form must not change then. */
  const isLocked = computed(() => quoteAndPayment.isPaying.value || placed.isPlaced.value)

  async function pay(rowIds: readonly string[], totalYen: number): Promise<ConfirmedPurchase | null> {
    const answer = await quoteAndPayment.pay(rowIds, totalYen)
    if (answer) confirmedPurchases.value = [...confirmedPurchases.value, answer]
    return answer
  }

  /** Requests the new price of the orders that were refused at the old price. */
  function askAnew(): void {
    const { value: confirmed } = placed.refusedForPrice
    void quoteAndPayment.ask(
      confirmed.map(({ item }) => item),
      { confirmed },
    )
  }

  /** Clears the page for a new purchase. The placed orders stay in the order list. */
  function startAnew(): void {
    if (quoteAndPayment.isPaying.value) return
    confirmedPurchases.value = []
    quoteAndPayment.drop()
  }

  let runIdQuotedAgain: string | null = null
  watch(
    [placed.hasNothingInProgress, placed.refusedForPrice, quoteAndPayment.isPaying],
    ([hasNothingInProgress, refusedForPrice, isPaying]) => {
      const runId = confirmedPurchases.value.at(-1)?.runId ?? null
      if (isPaying || !hasNothingInProgress || refusedForPrice.length === 0 || runId === runIdQuotedAgain) return
      runIdQuotedAgain = runId
      if (onPriceRefused) onPriceRefused()
      else askAnew()
    },
  )

  return { quoteAndPayment, placed, isLocked, pay, askAnew, startAnew }
}
export type PurchaseFlow = ReturnType<typeof usePurchaseFlow>
