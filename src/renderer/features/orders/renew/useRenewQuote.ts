import { computed, onScopeDispose, watch } from 'vue'
import type { QuoteRow } from '#shared/ipc/orders.ts'
import { useQuote } from '../quote/useQuote.ts'
import { isRenewable, itemOf, type BasketLine } from './basket-line.ts'
import { useRenewBasket } from './renew-basket.ts'
import { useStoredPrices } from './useStoredPrices.ts'

/** A person turns several years in a row. */
const pauseMs = 700

/**
 * The price of the basket. It is asked for by the person once; after that, other years ask for it again by themselves. Other domains need
 * a new question. Every line is in the quote, so that ticking asks for nothing.
 */
export function useRenewQuote() {
  const basket = useRenewBasket()
  const inHand = useQuote()
  const { quote } = inHand
  const storedPerYear = useStoredPrices(() => basket.lines.map(({ row }) => row.accountId))

  const rowOf = computed(() => new Map(quote.value?.rows.map((row) => [keyOf(row), row]) ?? []))
  const items = computed(() => basket.lines.map((line) => itemOf(line, basket.years(line.key))))
  /** Null while a line has no row for its years. */
  const chosen = computed<ReadonlySet<string> | null>(() => {
    const rows = basket.tickedLines.map(({ key }) => rowFor(key))
    return rows.includes(null) ? null : new Set(rows.flatMap((row) => (row === null ? [] : [row.id])))
  })

  /** The row of a line, if it was priced for the years that are chosen now. */
  function rowFor(key: string): QuoteRow | null {
    const row = rowOf.value.get(key)
    return row?.item.kind === 'renew' && row.item.years === basket.years(key) ? row : null
  }

  /** What a line costs by the price per year that was last read, where it was not priced for its years. */
  function estimateOf(line: BasketLine): number | null {
    const { key, row } = line
    const perYear = rowOf.value.get(key)?.yenPerYear ?? (isRenewable(line) ? storedPerYear(row.accountId, row.name) : null)
    return perYear === null ? null : perYear * basket.years(key)
  }

  /** What is ticked; null where a price is missing. */
  const estimate = computed(() => {
    const yen = basket.tickedLines.map(estimateOf)
    return yen.length === 0 || yen.includes(null) ? null : yen.reduce((sum: number, each) => sum + (each ?? 0), 0)
  })

  const ask = () => inHand.ask(items.value)

  let pause: ReturnType<typeof setTimeout> | undefined
  watch(items, (now, before) => {
    const names = (list: typeof now) => list.map((item) => (item.kind === 'renew' ? `${item.accountId}/${item.name}` : '')).join('\n')
    clearTimeout(pause)
    if (names(now) !== names(before)) inHand.drop()
    else if (quote.value || inHand.isAsking.value) pause = setTimeout(() => void ask(), pauseMs)
  })
  onScopeDispose(() => clearTimeout(pause))

  return { inHand, ask, rowFor, estimateOf, estimate, chosen }
}

function keyOf({ item }: QuoteRow): string {
  return item.kind === 'renew' ? `${item.accountId}/${item.name}` : ''
}
