import { watch } from 'vue'
import type { OrderItem } from '#shared/ipc/orders.ts'
import type { Paid } from './usePay.ts'
import { usePlaced } from './usePlaced.ts'
import { useQuote } from './useQuote.ts'

/**
 * From the price to what became of the decision. Where the service refused because the price had changed, nothing was charged: the
 * price is asked anew, and old and new are shown before the person decides again.
 */
export function usePurchase() {
  const inHand = useQuote()
  const placed = usePlaced()
  let tickets: Record<string, string> = {}

  function ask(items: OrderItem[], authTickets: Record<string, string> = {}) {
    tickets = authTickets
    return inHand.ask(items, authTickets)
  }

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
    void inHand.ask(mismatched.map(({ item }) => item), tickets)
  })

  return { inHand, placed, ask, take, startAnew }
}
export type Purchase = ReturnType<typeof usePurchase>
