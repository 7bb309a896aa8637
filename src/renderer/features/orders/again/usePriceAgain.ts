import { computed, watch } from 'vue'
import { app } from '../../../client.ts'
import { useRemote } from '../../../composables/useRemote.ts'
import { isPayable } from '../quote/quote-rows.ts'
import { useQuote } from '../quote/useQuote.ts'
import { linesOf } from './again-lines.ts'

/**
 * The orders of a run that were not carried out for want of balance or because the price had changed, at the prices of now. What is on
 * hold stays so until the new price is confirmed. A renewal whose expiry is another by now is not among what is paid: it was perhaps renewed elsewhere.
 */
export function usePriceAgain(runId: () => string) {
  const inHand = useQuote()
  const { data, error, isLoading, reload } = useRemote(() => app.orders.toPriceAgain({ runId: runId() }), { watch: [runId] })
  const orders = computed(() => data.value?.orders ?? [])
  const lines = computed(() => linesOf(orders.value, inHand.quote.value?.rows ?? []))
  const chosen = computed<ReadonlySet<string>>(() => new Set(lines.value.flatMap(({ row, moved }) => (row !== null && isPayable(row) && moved === null ? [row.id] : []))))

  function ask(): void {
    if (orders.value.length === 0) return inHand.forgetPrice()
    void inHand.ask(
      orders.value.map(({ item }) => item),
      { confirmed: orders.value, replaces: orders.value.flatMap(({ intentId, isHeld }) => (isHeld ? [intentId] : [])) },
    )
  }

  watch(orders, ask)
  return { inHand, lines, chosen, error, isLoading, reload, ask }
}
