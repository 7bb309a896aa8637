import { computed, watch } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useQuoteAndPayment } from '#renderer/features/orders/checkout/useQuoteAndPayment.ts'
import { matchOrdersToNewQuotes } from './match-orders-to-new-quotes.ts'

/**
 * The orders of a run that were declined, or are on hold for insufficient balance, with their current prices. A held
 * order stays on hold until the user confirms the new price. A renewal whose expiry date has changed is not in
 * `chosen`, because the domain may already have been renewed by other means.
 */
export function useQuoteOrdersAgain(runId: () => string) {
  const quoteAndPayment = useQuoteAndPayment()
  const { data, error, isLoading, reload } = useAsyncData(
    () => mainCommands.orders.listOrdersToQuoteAgain({ runId: runId() }),
    { watch: [runId] },
  )
  const orders = computed(() => data.value?.orders ?? [])
  const lines = computed(() => matchOrdersToNewQuotes(orders.value, quoteAndPayment.quote.value?.rows ?? []))
  const chosen = computed<ReadonlySet<string>>(() => new Set(lines.value.flatMap(({ payable }) => payable?.id ?? [])))

  function ask(): void {
    if (orders.value.length === 0) return quoteAndPayment.forgetPrice()
    void quoteAndPayment.ask(
      orders.value.map(({ item }) => item),
      { confirmed: orders.value, replaces: orders.value.flatMap(({ intentId, isHeld }) => (isHeld ? [intentId] : [])) },
    )
  }

  watch(orders, ask)
  return { quoteAndPayment, lines, chosen, error, isLoading, reload, ask }
}
