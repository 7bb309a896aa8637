import { computed, onScopeDispose, watch } from 'vue'
import type { QuoteRow } from '#shared/ipc/quotes.ts'
import { resourceKey } from '#shared/resource-key.ts'
import { useQuote } from '#renderer/features/orders/checkout/useQuote.ts'
import { renewOrderItem, type RenewBasketLine } from './renew-basket-line.ts'
import { useRenewBasket } from './renew-basket-store.ts'
import { useStoredRenewPrices } from './useStoredRenewPrices.ts'

/** A person turns several years in a row. */
const pauseMs = 700

/** The cost computed from a price that was read at `readAt`. */
export interface RenewPriceEstimate {
  yen: number
  readAt: number | null
}

/**
 * The price of the basket. It is asked for by the person once; after that, other years ask for it again by themselves. Other domains need
 * a new question. Every line is in the quote, so that rowSelection asks for nothing.
 */
export function useRenewQuote() {
  const basket = useRenewBasket()
  const quoteSession = useQuote()
  const { quote } = quoteSession
  const storedPrice = useStoredRenewPrices(() => basket.lines.map(({ row }) => row.accountId))

  const rowOf = computed(() => new Map(quote.value?.rows.map((row) => [keyOf(row), row]) ?? []))
  const items = computed(() => basket.askedLines.map((line) => renewOrderItem(line, basket.years(line.key))))
  /** Null while a line has no row for its years. */
  const chosen = computed<ReadonlySet<string> | null>(() => {
    const rows = basket.selectedLines.map(({ key }) => rowFor(key))
    return rows.includes(null) ? null : new Set(rows.flatMap((row) => (row === null ? [] : [row.id])))
  })

  /** The quote row of a line, if the line was priced for the currently chosen years. */
  function rowFor(key: string): QuoteRow | null {
    const row = rowOf.value.get(key)
    return row?.item.kind === 'renew' && row.item.years === basket.years(key) ? row : null
  }

  /** What a line costs by the price per year that was last read, where it was not priced for its years. */
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

  /** What is ticked; null where a price is missing. */
  const estimate = computed(() => {
    const all = basket.selectedLines.map(estimateOf)
    return all.length === 0 || all.includes(null) ? null : all.reduce((sum, each) => sum + (each?.yen ?? 0), 0)
  })

  const ask = () => quoteSession.ask(items.value)

  watch(rowOf, (rows) =>
    basket.applyReadExpiries(
      new Map([...rows].flatMap(([key, { expiryDate }]) => (expiryDate === null ? [] : [[key, expiryDate]]))),
    ),
  )

  let pause: ReturnType<typeof setTimeout> | undefined
  watch(
    () => basket.lines.map(({ key }) => key).join('\n'),
    () => {
      clearTimeout(pause)
      quoteSession.drop()
    },
  )
  watch(
    () => basket.lines.map(({ key }) => basket.years(key)).join(' '),
    () => {
      clearTimeout(pause)
      if (quote.value || quoteSession.isAsking.value) pause = setTimeout(() => void ask(), pauseMs)
    },
  )
  onScopeDispose(() => clearTimeout(pause))

  return { quoteSession, ask, rowFor, estimateOf, estimate, chosen }
}

function keyOf({ item }: QuoteRow): string {
  return item.kind === 'renew' ? resourceKey(item) : ''
}
