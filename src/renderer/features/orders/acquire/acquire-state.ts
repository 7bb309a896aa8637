import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { fieldRules } from '#shared/api/limits.ts'
import type { AppError } from '#shared/errors.ts'
import { mostQuoted, type FoundName, type QuoteRow, type SearchProgress } from '#shared/ipc/orders.ts'
import { tldOf } from '#shared/names.ts'
import { app, onEvent } from '../../../client.ts'
import { asAppError } from '../../../composables/useRemote.ts'
import type { PlacedIntent } from '../quote/placed-intents.ts'
import type { Paid } from '../quote/useQuote.ts'
import { readNames } from './typed-names.ts'

export interface BasketItem {
  /** Punycode. */
  name: string
  years: number
  /** As the search told it. */
  yearYen: number | null
  isCampaign: boolean
}

/** What it costs for its years by what the search told; null where that told no price. */
export function foundYen({ years, yearYen }: Pick<BasketItem, 'years' | 'yearYen'>): number | null {
  return yearYen === null ? null : yearYen * years
}

/** What left the basket, with the run that sends it. */
type BoughtItem = BasketItem & Pick<Paid, 'runId'>
type Outcome = Pick<PlacedIntent, 'runId' | 'target' | 'state'>

/** What is looked for, what lies in the basket and what was paid of it, for the session: leaving the page loses none of them. */
export const useAcquire = defineStore('acquire', () => {
  const accountId = shallowRef<string | null>(null)
  const text = ref('')
  /** Null until the prices were read for the first time. */
  const tlds = shallowRef<string[] | null>(null)
  const nameservers = ref('')
  const found = shallowRef<FoundName[]>([])
  const progress = shallowRef<Omit<SearchProgress, 'found'> | null>(null)
  const error = shallowRef<AppError | null>(null)
  const basket = shallowRef<BasketItem[]>([])
  /** One decision after the other, until the person is through with them. */
  const paid = shallowRef<readonly Paid[]>([])
  /** What left the basket, until it is known what became of it: it is put back where nothing did. */
  const bought = shallowRef<readonly BoughtItem[]>([])
  /** How many came back into the basket after the person had gone on. */
  const cameBack = ref(0)
  /** Of what was found: confirmed since it was looked up. */
  const confirmed = shallowRef<ReadonlySet<string>>(new Set())
  /** Of what left the basket: nothing came of it. */
  const declined = shallowRef<ReadonlySet<string>>(new Set())
  /** The order is open, or done. */
  const ordered = computed<ReadonlySet<string>>(() => new Set([...confirmed.value].filter((name) => !declined.value.has(name))))

  const isSearching = computed(() => progress.value !== null && !progress.value.isOver)
  /** More than can be priced and paid at once. */
  const isOverfull = computed(() => basket.value.length > mostQuoted)
  const inBasket = computed(() => new Set(basket.value.map(({ name }) => name)))
  /** The runs that the person went on from while something of them was not settled. */
  const left = computed(() => {
    const inSight = new Set(paid.value.map(({ runId }) => runId))
    return [...new Set(bought.value.map(({ runId }) => runId))].filter((runId) => !inSight.has(runId)).map((runId) => ({ runId }))
  })
  let searchId: string | null = null
  /** Whose names `found` holds. */
  let shownId: string | null = null
  let isListening = false

  function receive({ found: more, ...told }: SearchProgress): void {
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
    if (!isListening) onEvent('orders.found', receive)
    isListening = true
    const { names, problem } = readNames(text.value, tlds.value ?? [])
    if (problem !== null) return
    cancel()
    const mine = crypto.randomUUID()
    const { value: before } = progress
    searchId = mine
    error.value = null
    progress.value = { searchId: mine, done: 0, total: 0, isOver: false, minutesLeft: null }
    try {
      const { total, minutes } = await app.orders.search({ searchId: mine, accountId: account, names, tlds: tlds.value ?? [] })
      if (searchId !== mine) return
      show(mine)
      if (progress.value.done === 0) progress.value = { ...progress.value, total, minutesLeft: minutes, isOver: progress.value.isOver || total === 0 }
    } catch (thrown) {
      if (searchId !== mine) return
      error.value = asAppError(thrown)
      progress.value = before
    }
  }

  /** What came so far stays. */
  function cancel(): void {
    if (searchId !== null && isSearching.value) app.orders.cancelSearch({ searchId }).catch(() => undefined)
    if (progress.value !== null) progress.value = { ...progress.value, isOver: true }
    searchId = null
  }

  function isFree({ name, availability }: FoundName): boolean {
    return name !== null && availability?.available === true && availability.unpayable === null && !ordered.value.has(name)
  }

  function itemOf({ name, availability }: FoundName): BasketItem {
    return { name: name ?? '', years: fieldRules.years.min, yearYen: availability?.prices?.register ?? null, isCampaign: availability?.prices?.campaign_applied === true }
  }

  function toggle(row: FoundName): void {
    if (row.name === null || !isFree(row)) return
    if (inBasket.value.has(row.name)) remove([row.name])
    else basket.value = [...basket.value, itemOf(row)]
  }

  /** Everything that is available. */
  function takeAll(): void {
    basket.value = [...basket.value, ...found.value.filter((row) => isFree(row) && !inBasket.value.has(row.name ?? '')).map(itemOf)]
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

  function boughtIn(intents: readonly Outcome[], states: readonly PlacedIntent['state'][]): BoughtItem[] {
    const stateOf = new Map(intents.map(({ runId, target, state }) => [`${runId} ${target}`, state]))
    return bought.value.filter(({ runId, name }) => states.some((state) => state === stateOf.get(`${runId} ${name}`)))
  }

  /** What nothing came of is available again. It comes back into the basket with `takeBack`. */
  function noteOutcomes(intents: readonly Outcome[]): void {
    declined.value = new Set([...declined.value, ...boughtIn(intents, ['refused', 'abandoned']).map(({ name }) => name)])
  }

  /**
   * What nothing came of can be acquired as before; returns how much that is. What is not settled stays ordered and is waited for. What
   * became of the others is for Orders to show.
   */
  function takeBack(intents: readonly Outcome[]): number {
    const back = boughtIn(intents, ['refused', 'abandoned'])
    const over = new Set(boughtIn(intents, ['done', 'refused', 'abandoned']))
    const names = new Set(back.map(({ name }) => name))
    basket.value = [...back.map(({ runId: _, ...item }) => item), ...basket.value.filter(({ name }) => !names.has(name))]
    bought.value = bought.value.filter((item) => !over.has(item))
    confirmed.value = new Set([...confirmed.value].filter((name) => !names.has(name)))
    return back.length
  }

  /** Prices as they were just asked for take the place of those that the search told, also for other names of the TLD: prices are per TLD (section "Domain API"). */
  function meetPrices(rows: readonly QuoteRow[]): void {
    const acquired = rows.flatMap((row) => (row.item.kind === 'acquire' && row.yenPerYear !== null ? [{ name: row.item.name, row }] : []))
    const priced = new Map(acquired.flatMap(({ name, row }) => [[tldOf(name), row] as const, [name, row] as const]))
    const pricedOf = (name: string) => priced.get(name) ?? priced.get(tldOf(name))
    const meet = <Item extends BasketItem>(item: Item): Item => {
      const row = pricedOf(item.name)
      return row ? { ...item, yearYen: row.yenPerYear, isCampaign: row.isCampaign === true } : item
    }
    found.value = found.value.map((each) => {
      const { yenPerYear, isCampaign, pricedAt } = pricedOf(each.name ?? '') ?? {}
      const prices = each.availability?.prices
      if (!each.availability || each.availability.unpayable !== null || !prices || yenPerYear === undefined) return each
      return { ...each, readAt: pricedAt ?? each.readAt, availability: { ...each.availability, prices: { ...prices, register: yenPerYear, campaign_applied: isCampaign === true } } }
    })
    basket.value = basket.value.map(meet)
    bought.value = bought.value.map(meet)
  }

  /** Null: of all in the basket. */
  function setYears(name: string | null, years: number): void {
    basket.value = basket.value.map((item) => (name === null || item.name === name ? { ...item, years } : item))
  }

  return { accountId, text, tlds, nameservers, found, progress, error, basket, paid, left, cameBack, ordered, isSearching, isOverfull, inBasket, isFree, search, cancel, toggle, takeAll, remove, order, noteOutcomes, takeBack, meetPrices, setYears }
})
