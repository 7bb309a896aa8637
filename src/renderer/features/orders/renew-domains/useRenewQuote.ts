import { computed, onScopeDispose, watch } from 'vue'
import type { Quote, QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import { useQuoteAndPayment } from '#renderer/features/orders/checkout/useQuoteAndPayment.ts'
import { toRenewOrderItem, type RenewBasketLine } from './renew-basket-line.ts'
import { useRenewBasket } from './renew-basket-store.ts'
import { useStoredRenewPrices } from './useStoredRenewPrices.ts'

/** Delay before a new quote request, because users often change the years of several lines in a row. */
const pauseMs = 700

/** The cost computed from a price that was read at `readAt`. */
export interface RenewPriceEstimate {
  yen: number
  readAt: number | null
}

/**
 * The quote of the basket. The user requests it once. A change of years then requests it again automatically; a change
 * of the domains discards it. The quote contains all lines of the accounts, so a change of the selection needs no new
 * quote.
 */
export function useRenewQuote() {
  const basket = useRenewBasket()
  const quoteAndPaymentOfAllLines = useQuoteAndPayment()
  const quote = computed(
    () => quoteAndPaymentOfAllLines.quote.value && withKnownProblems(quoteAndPaymentOfAllLines.quote.value),
  )
  const quoteAndPayment = {
    ...quoteAndPaymentOfAllLines,
    offer: computed(() => (quoteAndPaymentOfAllLines.isAsking.value ? null : quote.value)),
    /**
     * Null also while more lines are priced than the user selected, because the count would contradict the selection.
     */
    progress: computed(() =>
      quoteAndPaymentOfAllLines.progress.value?.total === basket.selectedLines.length
        ? quoteAndPaymentOfAllLines.progress.value
        : null,
    ),
  }
  const storedPrice = useStoredRenewPrices(
    () => basket.lines.map(({ row }) => row.accountId),
    quoteAndPaymentOfAllLines.isAsking,
  )

  const rowOf = computed(() => mapRowsByLine(quote.value))
  const items = computed(() => basket.linesToQuote.map((line) => toRenewOrderItem(line, basket.years(line.key))))
  /** Ids of the quote rows of the selected lines; null while a line has no row for its years. */
  const chosen = computed<ReadonlySet<string> | null>(() => {
    const rows = basket.selectedLines.map(({ key }) => rowFor(key))
    return rows.includes(null) ? null : new Set(rows.flatMap((row) => (row === null ? [] : [row.id])))
  })

  /**
   * Keeps the known problem of a line whose list could not be read. The problem lasts. The error of the call may end
   * soon, and says nothing about the domain.
   */
  function withKnownProblems(fetched: Quote): Quote {
    const lines = new Map(basket.lines.map((line) => [line.key, line]))
    const rows = fetched.rows.map((row) => {
      const line = lines.get(keyOf(row))
      const isListUnread = row.problem?.reason === 'data_not_read' && row.expiryReadAt === null
      const problem = isListUnread && line ? basket.problemOf(line) : null
      return problem === null ? row : { ...row, problem }
    })
    return { ...fetched, rows }
  }

  /** The quote row of a line, if the line was priced for the currently chosen years. */
  function rowFor(key: string): QuoteRow | null {
    const row = rowOf.value.get(key)
    return row?.item.kind === 'renew' && row.item.years === basket.years(key) ? row : null
  }

  /** The cost of a line by the last known price per year; null when no price is known. */
  function estimateOf(line: RenewBasketLine): RenewPriceEstimate | null {
    const { key, row } = line
    const { yenPerYear, pricedAt } = rowOf.value.get(key) ?? {}
    const price = yenPerYear
      ? { yenPerYear, readAt: pricedAt ?? null }
      : basket.isRenewable(line)
        ? storedPrice(row.accountId, row.name)
        : null
    return price && { yen: price.yenPerYear * basket.years(key), readAt: price.readAt }
  }

  /** The estimated total of the selected lines; null when a price is missing. */
  const estimate = computed(() => {
    const all = basket.selectedLines.map(estimateOf)
    return all.length === 0 || all.includes(null) ? null : all.reduce((sum, each) => sum + (each?.yen ?? 0), 0)
  })

  /**
   * Lines that are known not to be renewable and have no row in the quote: neither the shown quote nor the next one
   * names them. The quote keeps the rows of lines that the user has deselected since.
   */
  const knownProblems = computed(() => {
    const quotedNow = new Set(basket.linesToQuote)
    const quoted = new Set(quoteAndPayment.offer.value?.rows.map(keyOf))
    return basket.lines.flatMap((line) => {
      const problem = quotedNow.has(line) || quoted.has(line.key) ? null : basket.problemOf(line)
      return problem === null ? [] : [{ id: line.key, item: toRenewOrderItem(line, basket.years(line.key)), problem }]
    })
  })

  /** True while prices are requested, shown or confirmed. */
  const isQuoteOpen = computed(
    () => quote.value !== null || quoteAndPayment.isAsking.value || quoteAndPayment.isPaying.value,
  )

  const ask = () => quoteAndPayment.ask(items.value)

  // Not `quote`: it depends on the lines that are changed here.
  watch(quoteAndPaymentOfAllLines.quote, (fetched) => {
    const rows = mapRowsByLine(fetched)
    basket.applyReadExpiries(
      new Map([...rows].flatMap(([key, { expiryDate }]) => (expiryDate === null ? [] : [[key, expiryDate]]))),
    )
    // The dates that were just read are kept, also if the quote is discarded later.
    basket.recordConfirmedExpiries(
      new Map(
        basket.lines.flatMap(({ key, row }) => {
          const { expiryDate = null, expiryReadAt = null } = rows.get(key) ?? {}
          return expiryReadAt !== null && expiryDate === row.expiryDate ? [[key, expiryReadAt]] : []
        }),
      ),
    )
  })

  let pause: ReturnType<typeof setTimeout> | undefined
  watch(
    () => [basket.shownQuery, ...basket.lines.map(({ key }) => key)].join('\n'),
    () => {
      clearTimeout(pause)
      quoteAndPayment.drop()
    },
  )
  watch(
    () => basket.lines.map(({ key }) => basket.years(key)).join(' '),
    () => {
      clearTimeout(pause)
      if (quote.value || quoteAndPayment.isAsking.value) pause = setTimeout(() => void ask(), pauseMs)
    },
  )
  onScopeDispose(() => clearTimeout(pause))

  return { quoteAndPayment, isQuoteOpen, ask, rowFor, estimateOf, estimate, chosen, knownProblems }
}

function keyOf({ item }: QuoteRow): string {
  return item.kind === 'renew' ? getResourceKey(item) : ''
}

function mapRowsByLine(quote: Quote | null): Map<string, QuoteRow> {
  return new Map(quote?.rows.map((row) => [keyOf(row), row]))
}
