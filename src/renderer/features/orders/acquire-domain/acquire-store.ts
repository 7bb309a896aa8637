import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { fieldRules } from '#shared/api/limits.ts'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { NameSearchResult, NameSearchProgress } from '#shared/ipc/name-search.ts'
import { maxQuoteItems, type QuoteRow } from '#shared/ipc/quotes.ts'
import { tldOf } from '#shared/tld.ts'
import { app, onEvent } from '#renderer/ipc-client.ts'
import type { PlacedOrder } from '#renderer/features/orders/checkout/load-placed-orders.ts'
import type { ConfirmedPurchase } from '#renderer/features/orders/checkout/useQuote.ts'
import { parseNamesToSearch } from './parse-names-to-search.ts'

export interface AcquireBasketItem {
  /** Punycode. */
  name: string
  years: number
  /** As the search told it. */
  yearYen: number | null
  isCampaign: boolean
}

/** What it costs for its years by what the search told; null where that told no price. */
export function basketItemYen({ years, yearYen }: Pick<AcquireBasketItem, 'years' | 'yearYen'>): number | null {
  return yearYen === null ? null : yearYen * years
}

/** What left the basket, with the run that sends it. */
type BoughtItem = AcquireBasketItem & Pick<ConfirmedPurchase, 'runId'>
type Outcome = Pick<PlacedOrder, 'runId' | 'target' | 'state'>

/** What is looked for, what lies in the basket and what was paid of it, for the session: leaving the page loses none of them. */
export const useAcquireStore = defineStore('acquire', () => {
  const accountId = shallowRef<string | null>(null)
  const text = ref('')
  /** Null until the prices were read for the first time. */
  const tlds = shallowRef<string[] | null>(null)
  const nameservers = ref('')
  const found = shallowRef<NameSearchResult[]>([])
  const progress = shallowRef<Omit<NameSearchProgress, 'found'> | null>(null)
  const error = shallowRef<AppError | null>(null)
  const basket = shallowRef<AcquireBasketItem[]>([])
  /** One decision after the other, until the person is through with them. */
  const paid = shallowRef<readonly ConfirmedPurchase[]>([])
  /** What left the basket, until it is known what became of it: it is put back where nothing did. */
  const bought = shallowRef<readonly BoughtItem[]>([])
  /** How many came back into the basket after the person had gone on. */
  const returnedCount = ref(0)
  /** Of what was found: confirmed since it was looked up. */
  const confirmed = shallowRef<ReadonlySet<string>>(new Set())
  /** Of what left the basket: nothing came of it. */
  const declined = shallowRef<ReadonlySet<string>>(new Set())
  /** The order is open, or done. */
  const ordered = computed<ReadonlySet<string>>(
    () => new Set([...confirmed.value].filter((name) => !declined.value.has(name))),
  )

  const isSearching = computed(() => progress.value !== null && !progress.value.isOver)
  /** More than can be priced and paid at once. */
  const hasTooManyItems = computed(() => basket.value.length > maxQuoteItems)
  const inBasket = computed(() => new Set(basket.value.map(({ name }) => name)))
  /** The runs that the person went on from while something of them was not settled. */
  const runsLeftUnsettled = computed(() => {
    const inSight = new Set(paid.value.map(({ runId }) => runId))
    return [...new Set(bought.value.map(({ runId }) => runId))]
      .filter((runId) => !inSight.has(runId))
      .map((runId) => ({ runId }))
  })
  let searchId: string | null = null
  /** Whose names `found` holds. */
  let shownId: string | null = null
  let isListening = false

  function receive({ found: more, ...told }: NameSearchProgress): void {
    if (told.searchId !== searchId) return
    show(told.searchId)
    found.value = [...found.value, ...more]
    progress.value = told
  }

  /** What was found before gives way to what a search finds that main has taken. */
  function show(mine: string): void {
    if (shownId === mine) return
    shownId = mine
    found.value = []
    confirmed.value = new Set(bought.value.map(({ name }) => name))
  }

  async function search(account: string): Promise<void> {
    if (!isListening) onEvent('orders.searchProgress', receive)
    isListening = true
    const { names, problem } = parseNamesToSearch(text.value, tlds.value ?? [])
    if (problem !== null) return
    cancel()
    const mine = crypto.randomUUID()
    const { value: before } = progress
    searchId = mine
    error.value = null
    progress.value = { searchId: mine, done: 0, total: 0, isOver: false, minutesLeft: null }
    try {
      const { total, minutes } = await app.orders.search({
        searchId: mine,
        accountId: account,
        names,
        tlds: tlds.value ?? [],
      })
      if (searchId !== mine) return
      show(mine)
      if (progress.value.done === 0)
        progress.value = {
          ...progress.value,
          total,
          minutesLeft: minutes,
          isOver: progress.value.isOver || total === 0,
        }
    } catch (thrown) {
      if (searchId !== mine) return
      error.value = toAppError(thrown)
      progress.value = before
    }
  }

  /** What came so far stays. */
  function cancel(): void {
    if (searchId !== null && isSearching.value) app.orders.cancelSearch({ searchId }).catch(() => undefined)
    if (progress.value !== null) progress.value = { ...progress.value, isOver: true }
    searchId = null
  }

  function isFree({ name, availability }: NameSearchResult): boolean {
    return (
      name !== null && availability?.available === true && availability.unpayable === null && !ordered.value.has(name)
    )
  }

  function itemOf({ name, availability }: NameSearchResult): AcquireBasketItem {
    return {
      name: name ?? '',
      years: fieldRules.years.min,
      yearYen: availability?.prices?.register ?? null,
      isCampaign: availability?.prices?.campaign_applied === true,
    }
  }

  function toggle(row: NameSearchResult): void {
    if (row.name === null || !isFree(row)) return
    if (inBasket.value.has(row.name)) remove([row.name])
    else basket.value = [...basket.value, itemOf(row)]
  }

  /** Everything that is available. */
  function addAllAvailable(): void {
    basket.value = [
      ...basket.value,
      ...found.value.filter((row) => isFree(row) && !inBasket.value.has(row.name ?? '')).map(itemOf),
    ]
  }

  function remove(names: readonly string[]): void {
    const all = new Set(names)
    basket.value = basket.value.filter(({ name }) => !all.has(name))
  }

  /** These leave the basket for the list of orders, or are decided on once more. */
  function order(runId: string, names: readonly string[]): void {
    const all = new Set(names)
    const others = bought.value.filter(({ name }) => !all.has(name))
    const now = [...bought.value, ...basket.value].filter(({ name }) => all.has(name))
    bought.value = [...others, ...now.map((item) => ({ ...item, runId }))]
    remove(names)
    confirmed.value = new Set([...confirmed.value, ...names])
    declined.value = new Set([...declined.value].filter((name) => !all.has(name)))
  }

  function boughtIn(intents: readonly Outcome[], states: readonly PlacedOrder['state'][]): BoughtItem[] {
    const stateOf = new Map(intents.map(({ runId, target, state }) => [`${runId} ${target}`, state]))
    return bought.value.filter(({ runId, name }) => states.some((state) => state === stateOf.get(`${runId} ${name}`)))
  }

  /** What nothing came of is available again. It comes back into the basket with `returnToBasket`. */
  function recordOutcomes(intents: readonly Outcome[]): void {
    declined.value = new Set([
      ...declined.value,
      ...boughtIn(intents, ['refused', 'abandoned']).map(({ name }) => name),
    ])
  }

  /**
   * What nothing came of can be acquired as before; returns how much that is. What is not settled stays ordered and is waited for. What
   * became of the others is for Orders to show.
   */
  function returnToBasket(intents: readonly Outcome[]): number {
    const back = boughtIn(intents, ['refused', 'abandoned'])
    const over = new Set(boughtIn(intents, ['done', 'refused', 'abandoned']))
    const names = new Set(back.map(({ name }) => name))
    basket.value = [
      ...back.map(({ runId: _, ...item }) => item),
      ...basket.value.filter(({ name }) => !names.has(name)),
    ]
    bought.value = bought.value.filter((item) => !over.has(item))
    confirmed.value = new Set([...confirmed.value].filter((name) => !names.has(name)))
    return back.length
  }

  /** Prices as they were just asked for take the place of those that the search told, also for other names of the TLD: prices are per TLD (section "Domain API"). */
  function applyQuotedPrices(rows: readonly QuoteRow[]): void {
    const acquired = rows.flatMap((row) =>
      row.item.kind === 'acquire' && row.yenPerYear !== null ? [{ name: row.item.name, row }] : [],
    )
    const priced = new Map(acquired.flatMap(({ name, row }) => [[tldOf(name), row] as const, [name, row] as const]))
    const pricedOf = (name: string) => priced.get(name) ?? priced.get(tldOf(name))
    const meet = <Item extends AcquireBasketItem>(item: Item): Item => {
      const row = pricedOf(item.name)
      return row ? { ...item, yearYen: row.yenPerYear, isCampaign: row.isCampaign === true } : item
    }
    found.value = found.value.map((each) => {
      const { yenPerYear, isCampaign, pricedAt } = pricedOf(each.name ?? '') ?? {}
      const prices = each.availability?.prices
      if (!each.availability || each.availability.unpayable !== null || !prices || yenPerYear === undefined) return each
      return {
        ...each,
        readAt: pricedAt ?? each.readAt,
        availability: {
          ...each.availability,
          prices: { ...prices, register: yenPerYear, campaign_applied: isCampaign === true },
        },
      }
    })
    basket.value = basket.value.map(meet)
    bought.value = bought.value.map(meet)
  }

  /** Null: of all in the basket. */
  function setYears(name: string | null, years: number): void {
    basket.value = basket.value.map((item) => (name === null || item.name === name ? { ...item, years } : item))
  }

  return {
    accountId,
    text,
    tlds,
    nameservers,
    found,
    progress,
    error,
    basket,
    paid,
    runsLeftUnsettled,
    returnedCount,
    ordered,
    isSearching,
    hasTooManyItems,
    inBasket,
    isFree,
    search,
    cancel,
    toggle,
    addAllAvailable,
    remove,
    order,
    recordOutcomes,
    returnToBasket,
    applyQuotedPrices,
    setYears,
  }
})
