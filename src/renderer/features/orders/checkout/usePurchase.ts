import { computed, shallowRef, watch, type Ref } from 'vue'
import { usePlacedOrders } from './usePlacedOrders.ts'
import { useQuote, type ConfirmedPurchase } from './useQuote.ts'

interface PurchaseOptions {
  /** What was paid so far, where it outlives the page. */
  paid?: Ref<readonly ConfirmedPurchase[]>
  /** Takes the place of asking for the price anew. */
  onMismatch?: () => void
}

/**
 * From the price to what became of the decision. Where the service refused because the price had changed, nothing was charged: the
 * price is asked anew, and old and new are shown before the person decides again.
 */
export function usePurchase({ paid = shallowRef<readonly ConfirmedPurchase[]>([]), onMismatch }: PurchaseOptions = {}) {
  const quoteSession = useQuote()
  const placed = usePlacedOrders(paid)
  /** Decided, or being decided: what it is about is not changed any more. */
  const isLocked = computed(() => quoteSession.isPaying.value || placed.isPlaced.value)

  async function pay(rowIds: readonly string[], totalYen: number): Promise<ConfirmedPurchase | null> {
    const answer = await quoteSession.pay(rowIds, totalYen)
    if (answer) paid.value = [...paid.value, answer]
    return answer
  }

  /** The new price of what was refused at the old one. */
  function askAnew(): void {
    const { value: confirmed } = placed.mismatched
    void quoteSession.ask(
      confirmed.map(({ item }) => item),
      { confirmed },
    )
  }

  /** What was bought or refused is no longer of interest here; Orders keeps it. */
  function startAnew(): void {
    if (quoteSession.isPaying.value) return
    paid.value = []
    quoteSession.drop()
  }

  let askedAnewFor: string | null = null
  watch(
    [placed.hasNothingInProgress, placed.mismatched, quoteSession.isPaying],
    ([hasNothingInProgress, mismatched, isPaying]) => {
      const runId = paid.value.at(-1)?.runId ?? null
      if (isPaying || !hasNothingInProgress || mismatched.length === 0 || runId === askedAnewFor) return
      askedAnewFor = runId
      if (onMismatch) onMismatch()
      else askAnew()
    },
  )

  return { quoteSession, placed, isLocked, pay, askAnew, startAnew }
}
export type Purchase = ReturnType<typeof usePurchase>
