import { watch } from 'vue'
import type { Paid } from './usePay.ts'
import { usePlaced } from './usePlaced.ts'
import { useQuote } from './useQuote.ts'

/**
 * From the price to what became of the decision. Where the service refused because the price had changed, nothing was charged: the
 * price is asked anew, and old and new are shown before the person decides again. `onMismatch` takes the place of asking.
 */
export function usePurchase(onMismatch?: () => void) {
  const inHand = useQuote()
  const placed = usePlaced()

  /** The person has paid. */
  function take(paid: Paid): void {
    inHand.spend()
    placed.paid.value = paid
  }

  /** What was bought or refused is no longer of interest here; Orders keeps it. */
  function startAnew(): void {
    placed.paid.value = null
    inHand.drop()
  }

  let askedAnewFor: string | null = null
  watch([placed.isQuiet, placed.mismatched], ([isQuiet, mismatched]) => {
    const runId = placed.paid.value?.runId ?? null
    if (!isQuiet || mismatched.length === 0 || runId === askedAnewFor) return
    askedAnewFor = runId
    if (onMismatch) onMismatch()
    else void inHand.ask(mismatched.map(({ item }) => item))
  })

  return { inHand, placed, take, startAnew }
}
export type Purchase = ReturnType<typeof usePurchase>
