import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { toAppError, type AppError, type WireError } from '#shared/app-error.ts'
import type { NameSearchResult, NameSearchProgress } from '#shared/ipc/domain-availability-search.ts'
import { domainUnavailableReasons } from '#shared/api/domain-schemas.ts'
import { getOrderItemTarget } from '#shared/ipc/order-items.ts'
import { maxQuoteItems, type NameAvailability, type QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { getTld } from '#shared/get-tld-and-detect-jp-domains.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import type { OrderOfRun } from '#renderer/features/orders/checkout/load-orders-of-run-until-one-in-progress.ts'
import { useOrdersPlacedAgain } from '#renderer/features/orders/checkout/orders-placed-again-store.ts'
import type { ConfirmedPurchase } from '#renderer/features/orders/checkout/useQuoteAndPayment.ts'
import type { NamesWithoutResult } from './describe-names-without-result.ts'
import { parseNamesToSearch } from './parse-names-to-search.ts'

export interface AcquisitionBasketItem {
  /** Punycode. */
  name: string
  years: number
  /** Price per year from the search or the last quote; null when no price is known. */
  yearYen: number | null
  isCampaign: boolean
}

/** Returns the price for all years of the item; null when no price is known. */
export function computeBasketItemYen({
  years,
  yearYen,
}: Pick<AcquisitionBasketItem, 'years' | 'yearYen'>): number | null {
  return yearYen === null ? null : yearYen * years
}

/** An item that was ordered and removed from the basket, with its run. */
type BoughtItem = AcquisitionBasketItem & Pick<ConfirmedPurchase, 'runId'>
type Outcome = Pick<OrderOfRun, 'runId' | 'target' | 'state' | 'status'>

/**
 * Returns true if the order was not carried out. An abandoned order with the status `needs_you` may have been charged:
 * a later list shows its name.
 */
function isNotCarriedOut({ status }: Pick<Outcome, 'status'>): boolean {
  return status === 'refused' || status === 'abandoned' || status === 'not_happened'
}

type Unavailability = Pick<NameAvailability, 'available' | 'reason' | 'reason_message'>

/** Returns the name of an acquisition that the service declined in a quote, with the reason. */
function toUnavailableName({ item, problem }: QuoteRow): [name: string, Unavailability][] {
  const reason = domainUnavailableReasons.find((known) => known === problem?.reason)
  if (item.kind !== 'acquire' || reason === undefined) return []
  return [[item.name, { available: false, reason, reason_message: problem?.error?.serviceMessage ?? null }]]
}

/** The name search, the basket and the purchases of the session. They are kept when the user leaves the page. */
export const useNameSearchAndBasket = defineStore('acquire', () => {
  const accounts = useAccounts()
  const accountId = shallowRef<string | null>(null)
  const text = ref('')
  /** Null until a price list was loaded for the first time. */
  const tlds = shallowRef<string[] | null>(null)
  const nameservers = ref('')
  const found = shallowRef<NameSearchResult[]>([])
  const progress = shallowRef<Omit<NameSearchProgress, 'found'> | null>(null)
  const error = shallowRef<AppError | null>(null)
  const basket = shallowRef<AcquisitionBasketItem[]>([])
  /** The purchases that the page shows, until the user returns to the basket. */
  const paid = shallowRef<readonly ConfirmedPurchase[]>([])
  /** Ordered items whose outcome is not known. Those that were not carried out return to the basket. */
  const bought = shallowRef<readonly BoughtItem[]>([])
  /** Names that returned to the basket after the user had left the placed orders, and that are still in it. */
  const returnedNames = shallowRef<ReadonlySet<string>>(new Set())
  /** Names that were ordered since the search. */
  const confirmed = shallowRef<ReadonlySet<string>>(new Set())
  /** Ordered names whose order was not carried out. */
  const declined = shallowRef<ReadonlySet<string>>(new Set())
  /** Names whose order is open or done, or may have been charged. */
  const ordered = computed<ReadonlySet<string>>(
    () => new Set([...confirmed.value].filter((name) => !declined.value.has(name))),
  )

  const isSearching = computed(() => progress.value !== null && !progress.value.isOver)
  /** The price of the whole basket; null when the price of a name is not known. */
  const basketYen = computed(() =>
    basket.value.reduce<number | null>((sum, item) => {
      const yen = computeBasketItemYen(item)
      return sum === null || yen === null ? null : sum + yen
    }, 0),
  )
  /** True when the basket exceeds the maximum of one quote. */
  const hasTooManyItems = computed(() => basket.value.length > maxQuoteItems)
  const inBasket = computed(() => new Set(basket.value.map(({ name }) => name)))
  /** The runs with unsettled orders that the page no longer shows. */
  const unsettledRunsLeftByUser = computed(() => {
    const inSight = new Set(paid.value.map(({ runId }) => runId))
    return [...new Set(bought.value.map(({ runId }) => runId))]
      .filter((runId) => !inSight.has(runId))
      .map((runId) => ({ runId }))
  })
  /** Results of the search that are no answer: the names were not looked up. */
  const unanswered = computed(() =>
    found.value.filter(({ name, availability }) => name !== null && availability === null),
  )
  /** The names of an ended search that have no result. */
  const rest = computed((): NamesWithoutResult | null => {
    if (isSearching.value || progress.value === null) return null
    const { done, total } = progress.value
    const count = Math.max(0, total - done) + unanswered.value.length
    if (count === 0) return null
    const stopped = total > done ? ['search_stopped' as const] : []
    return { count, reasons: [...stopped, ...unanswered.value.map(({ error: why }) => why)] }
  })
  /** Failures to connect that the results show, and since which the service was reached. */
  const endedConnectionErrors = shallowRef<ReadonlySet<AppError | WireError>>(new Set())
  let searchId: string | null = null
  const searched = shallowRef<{ accountId: string; names: string[]; tlds: string[] } | null>(null)
  /** The account of the last search; it may differ from the paying account. */
  const searchedAccountId = computed(() => searched.value?.accountId ?? null)
  /** The results of the last search that an earlier part of it has found. */
  let kept: NameSearchResult[] = []
  /** Number of names that the last search looks up: without earlier results and invalid names. */
  const lookUpCount = computed(() => {
    const others = found.value.filter(({ name }, index) => index < kept.length || name === null)
    return (progress.value?.total ?? 0) - others.length
  })
  /** Id of the search whose results `found` contains. */
  let shownId: string | null = null
  let isListening = false

  function receive({ found: more, ...state }: NameSearchProgress): void {
    if (state.searchId !== searchId) return
    show(state.searchId)
    found.value = [...found.value, ...more]
    updatePricesInBasket(more)
    progress.value = { ...state, done: kept.length + state.done, total: kept.length + state.total }
  }

  /** The basket says that its prices are those of the search. */
  function updatePricesInBasket(results: readonly NameSearchResult[]): void {
    const priced = new Map(
      results.flatMap((row) => (row.availability?.prices ? [[row.name, itemOf(row)] as const] : [])),
    )
    const meet = <Item extends AcquisitionBasketItem>(item: Item): Item => {
      const { yearYen, isCampaign } = priced.get(item.name) ?? item
      return { ...item, yearYen, isCampaign }
    }
    basket.value = basket.value.map(meet)
    // These names return to the basket if their orders are not carried out.
    bought.value = bought.value.map(meet)
  }

  /** Clears the earlier results when main has accepted a new search. */
  function show(mine: string): void {
    if (shownId === mine) return
    shownId = mine
    found.value = kept
    // The results that stay are older than the orders of their names.
    const keptNames = new Set(kept.map(({ name }) => name))
    confirmed.value = new Set([
      ...[...confirmed.value].filter((name) => keptNames.has(name)),
      ...bought.value.map(({ name }) => name),
    ])
  }

  async function search(withAccountId: string): Promise<void> {
    const { names, problem } = parseNamesToSearch(text.value, tlds.value ?? [])
    if (problem !== null) return
    await start({ accountId: withAccountId, names, tlds: tlds.value ?? [] }, [])
  }

  /** Looks up the names of the last search that were not looked up. The other results stay. */
  async function searchRest(withAccountId: string): Promise<void> {
    if (searched.value === null || isSearching.value) return
    const isUnanswered = new Set(unanswered.value)
    await start(
      { ...searched.value, accountId: withAccountId },
      found.value.filter((result) => !isUnanswered.has(result)),
    )
  }

  async function start(what: NonNullable<typeof searched.value>, results: NameSearchResult[]): Promise<void> {
    if (!isListening) onMainEvent('orders.searchProgress', receive)
    isListening = true
    cancel()
    const before = { searched: searched.value, kept, progress: progress.value }
    searched.value = what
    kept = results
    const mine = crypto.randomUUID()
    searchId = mine
    error.value = null
    progress.value = { searchId: mine, done: kept.length, total: kept.length, isOver: false, minutesLeft: null }
    try {
      const { total, minutes } = await mainCommands.orders.search({
        searchId: mine,
        accountId: what.accountId,
        names: what.names,
        tlds: what.tlds,
        checked: kept.flatMap(({ name }) => name ?? []),
      })
      if (searchId !== mine) return
      show(mine)
      if (progress.value.done === kept.length)
        progress.value = {
          ...progress.value,
          total: kept.length + total,
          minutesLeft: minutes,
          isOver: progress.value.isOver || total === 0,
        }
    } catch (thrown) {
      if (searchId !== mine) return
      error.value = toAppError(thrown)
      // The results that stay shown are those of the former search.
      searched.value = before.searched
      kept = before.kept
      progress.value = before.progress
    }
  }

  /** Stops the search. The results so far are kept. */
  function cancel(): void {
    if (searchId !== null && isSearching.value) mainCommands.orders.cancelSearch({ searchId }).catch(() => undefined)
    if (progress.value !== null) progress.value = { ...progress.value, isOver: true }
    searchId = null
  }

  function isFree({ name, availability }: NameSearchResult): boolean {
    return (
      name !== null && availability?.available === true && availability.unpayable === null && !ordered.value.has(name)
    )
  }

  function itemOf({ name, availability }: NameSearchResult): AcquisitionBasketItem {
    return {
      name: name ?? '',
      years: requestFieldRules.years.min,
      yearYen: availability?.prices?.register ?? null,
      isCampaign: availability?.prices?.campaign_applied === true,
    }
  }

  function toggle(row: NameSearchResult): void {
    if (row.name === null || !isFree(row)) return
    if (inBasket.value.has(row.name)) remove([row.name])
    else basket.value = [...basket.value, itemOf(row)]
  }

  /** Adds all available names to the basket. */
  function addAllAvailable(): void {
    basket.value = [
      ...basket.value,
      ...found.value.filter((row) => isFree(row) && !inBasket.value.has(row.name ?? '')).map(itemOf),
    ]
  }

  function remove(names: readonly string[]): void {
    const all = new Set(names)
    basket.value = basket.value.filter(({ name }) => !all.has(name))
    returnedNames.value = new Set([...returnedNames.value].filter((name) => !all.has(name)))
  }

  /** Records an order for names in the basket, or a new order for names ordered before. */
  function order(runId: string, names: readonly string[]): void {
    const all = new Set(names)
    const others = bought.value.filter(({ name }) => !all.has(name))
    const ordered = [...bought.value, ...basket.value].filter(({ name }) => all.has(name))
    bought.value = [...others, ...ordered.map((item) => ({ ...item, runId }))]
    remove(names)
    confirmed.value = new Set([...confirmed.value, ...names])
    declined.value = new Set([...declined.value].filter((name) => !all.has(name)))
  }

  /** Records orders that were placed outside of this page, also for names that are not in the basket. */
  function orderAgain(runId: string, items: readonly Pick<AcquisitionBasketItem, 'name' | 'years'>[]): void {
    const known = new Set([...bought.value, ...basket.value].map(({ name }) => name))
    const others = items.filter(({ name }) => !known.has(name))
    bought.value = [
      ...bought.value,
      ...others.map(({ name, years }) => ({ name, years, yearYen: null, isCampaign: false, runId })),
    ]
    order(
      runId,
      items.map(({ name }) => name),
    )
  }

  function boughtIn(orders: readonly Outcome[]): BoughtItem[] {
    const keys = new Set(orders.map(({ runId, target }) => `${runId} ${target}`))
    return bought.value.filter(({ runId, name }) => keys.has(`${runId} ${name}`))
  }

  /**
   * Makes the names of orders that were not carried out available again. `returnToBasket` puts them back into the
   * basket.
   */
  function recordOutcomes(orders: readonly Outcome[]): void {
    const known = new Set(boughtIn(orders).map(({ name }) => name))
    const free = boughtIn(orders.filter(isNotCarriedOut)).map(({ name }) => name)
    const closed = boughtIn(orders.filter(({ status }) => status === 'abandoned' || status === 'not_happened'))
    forgetAvailability(closed.flatMap(({ name }) => (declined.value.has(name) ? [] : [name])))
    declined.value = new Set([...[...declined.value].filter((name) => !known.has(name)), ...free])
  }

  /** An order may be closed by the user because its name was found registered since the search. */
  function forgetAvailability(names: readonly string[]): void {
    found.value = found.value.map((row) =>
      row.name !== null && names.includes(row.name) ? { ...row, availability: null, readAt: null, error: null } : row,
    )
  }

  /**
   * Puts the items of orders that were not carried out back into the basket; returns their names. Unsettled items stay
   * in `bought`. Items of done orders are removed from it.
   */
  function returnToBasket(orders: readonly Outcome[]): ReadonlySet<string> {
    const back = boughtIn(orders.filter(isNotCarriedOut))
    const over = new Set([...back, ...boughtIn(orders.filter(({ state }) => state === 'done'))])
    const names = new Set(back.map(({ name }) => name))
    basket.value = [
      ...back.map(({ runId: _, ...item }) => item),
      ...basket.value.filter(({ name }) => !names.has(name)),
    ]
    bought.value = bought.value.filter((item) => !over.has(item))
    confirmed.value = new Set([...confirmed.value].filter((name) => !names.has(name)))
    return names
  }

  /**
   * Replaces the availability and the prices from the search with those of a quote. The prices also apply to other
   * names of the same TLD, because prices are per TLD (API description, section "Domain API"). The results of these
   * names stay as old as their availability.
   */
  function applyQuote(rows: readonly QuoteRow[]): void {
    const acquired = rows.flatMap((row) =>
      row.item.kind === 'acquire' && row.yenPerYear !== null ? [{ name: row.item.name, row }] : [],
    )
    const priced = new Map(acquired.flatMap(({ name, row }) => [[getTld(name), row] as const, [name, row] as const]))
    const pricedOf = (name: string) => priced.get(name) ?? priced.get(getTld(name))
    const meet = <Item extends AcquisitionBasketItem>(item: Item): Item => {
      const row = pricedOf(item.name)
      return row ? { ...item, yearYen: row.yenPerYear, isCampaign: row.isCampaign === true } : item
    }
    const unavailable = new Map(rows.flatMap(toUnavailableName))
    found.value = found.value.map((each) => {
      const quoted = unavailable.get(each.name ?? '')
      if (quoted && each.availability) return { ...each, availability: { ...each.availability, ...quoted } }
      const { yenPerYear, isCampaign } = pricedOf(each.name ?? '') ?? {}
      const prices = each.availability?.prices
      if (!each.availability || each.availability.unpayable !== null || !prices || yenPerYear === undefined) return each
      const own = priced.get(each.name ?? '')
      return {
        ...each,
        readAt: own?.pricedAt ?? each.readAt,
        availability: {
          ...each.availability,
          // A former quote may have stated a reason, such as a conflict, that has ended.
          ...(own?.problem === null && { available: true, reason: null, reason_message: null }),
          prices: { ...prices, register: yenPerYear, campaign_applied: isCampaign === true },
        },
      }
    })
    basket.value = basket.value.map(meet)
    bought.value = bought.value.map(meet)
  }

  /** `name` null: sets the years of all items. */
  function setYears(name: string | null, years: number): void {
    basket.value = basket.value.map((item) => (name === null || item.name === name ? { ...item, years } : item))
  }

  // If other accounts reached the service all along, nothing shows the end of a failure: it stays.
  const app = useAppState()
  watch(
    () => app.state.reconnections,
    () => {
      const errors = unanswered.value.flatMap(({ error: why }) => why ?? [])
      endedConnectionErrors.value = new Set(errors.filter(({ kind }) => kind === 'no_network'))
    },
    { flush: 'sync' },
  )

  /** Another service has other prices, and may not offer the same names. */
  function forgetResultsAndPrices(): void {
    cancel()
    found.value = []
    progress.value = null
    error.value = null
    basket.value = basket.value.map((item) => ({ ...item, yearYen: null, isCampaign: false }))
  }

  let service: string | null = null
  watch(
    () => accounts.byId(accountId.value ?? '')?.baseUrl ?? null,
    (chosen) => {
      if (chosen === null) return
      if (service !== null && service !== chosen) forgetResultsAndPrices()
      service = chosen
    },
    { immediate: true },
  )

  const placedAgain = useOrdersPlacedAgain()
  watch(
    () => placedAgain.newest,
    (purchase) => {
      if (purchase === null) return
      const items = purchase.items.flatMap((item) => (item.kind === 'acquire' ? item : []))
      const shown = new Set(paid.value.flatMap((before) => before.items.map(getOrderItemTarget)))
      if (items.some(({ name }) => shown.has(name))) paid.value = [...paid.value, purchase]
      orderAgain(purchase.runId, items)
    },
    { flush: 'sync' },
  )

  return {
    accountId,
    text,
    tlds,
    nameservers,
    found,
    progress,
    lookUpCount,
    error,
    basket,
    paid,
    unsettledRunsLeftByUser,
    returnedNames,
    ordered,
    isSearching,
    searchedAccountId,
    hasTooManyItems,
    basketYen,
    inBasket,
    isFree,
    rest,
    endedConnectionErrors,
    search,
    searchRest,
    cancel,
    toggle,
    addAllAvailable,
    remove,
    order,
    recordOutcomes,
    returnToBasket,
    applyQuote,
    setYears,
  }
})
