import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { OpenOrderTarget, OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import type { QuoteRowProblem } from '#renderer/features/orders/checkout/describe-quote-problem.ts'
import { useOrdersPlacedAgain } from '#renderer/features/orders/checkout/orders-placed-again-store.ts'
import { findKnownRenewalProblem } from './find-known-renewal-problem.ts'
import { putReadAutoRenewIntoLines } from './put-read-auto-renew-into-basket-lines.ts'
import type { RenewBasketLine } from './renew-basket-line.ts'

/** The numbers of days in the selection. The user can also enter another number. */
export const expiringWithinDaysChoices = [30, 60, 90] as const

/**
 * `expiringWithinDays`: domains that expire within the selected days. `selectedDomains`: domains that the user selected
 * in another view.
 */
export type RenewBasketSource = 'expiringWithinDays' | 'selectedDomains'

/** The `query` of `fill()` for rows that the user selected in another view. */
export const selectedDomainsQuery = 'selectedDomains'

/** A new reading found another expiry date than the stored one. */
export interface FoundExpiryDateChange {
  storedExpiry: string
  foundExpiry: string
}

/** Statuses of an order that is not (yet) carried out. */
const notCarriedOut = ['held', 'planned', 'refused', 'abandoned', 'not_happened'] as const
type NotCarriedOut = (typeof notCarriedOut)[number]
type Outcome = Pick<OrderIntentView, 'runId' | 'item' | 'status'>

/**
 * The domains to renew together, the selection among them, and their years. They are kept when the user leaves the
 * view.
 */
export const useRenewBasket = defineStore('renew-basket', () => {
  const source = ref<RenewBasketSource>('expiringWithinDays')
  const days = ref<number>(expiringWithinDaysChoices[0])
  const lines = shallowRef<readonly RenewBasketLine[]>([])
  /** Kept while the basket shows expiring domains, so that the user can return to the selected ones. */
  const chosen = shallowRef<readonly DomainRow[]>([])
  /**
   * The user's explicit selections and deselections, by line. Other lines are selected if they are renewable. With
   * source `expiringWithinDays`, domains with auto-renew, or whose auto-renew was never read, are not selected.
   */
  const selectedByUser = shallowRef<ReadonlyMap<string, boolean>>(new Map())
  /** The query whose rows the lines show. */
  const shownQuery = shallowRef('')
  /** The user has selected or deselected a line of the shown query. From then on, Banto selects no line by itself. */
  let isSelectionStarted = false
  /**
   * For lines that the user neither selected nor deselected: whether Banto had selected them before their rows were
   * read again. Only renewable lines are selected.
   */
  const decidedBefore = shallowRef<ReadonlyMap<string, boolean>>(new Map())
  /**
   * The run of each line that was ordered since the app started, or whose order was open since then, and that was not
   * selected again.
   */
  const ordered = shallowRef<ReadonlyMap<string, string>>(new Map())
  /** The chosen domains that left the basket because they were ordered. */
  const chosenAndOrdered = shallowRef<ReadonlySet<string>>(new Set())
  /** The open orders, by line. */
  const openOrders = shallowRef<ReadonlyMap<string, OpenOrderTarget>>(new Map())
  /** The statuses of orders that are not carried out, by run and domain name. */
  const outcomes = shallowRef<ReadonlyMap<string, NotCarriedOut>>(new Map())
  /** The lines that Banto deselected because their expiry date changed, until the user selects or deselects them. */
  const deselectedForExpiry = shallowRef<ReadonlySet<string>>(new Set())
  const expiryChanges = shallowRef<ReadonlyMap<string, FoundExpiryDateChange>>(new Map())
  const yearsOf = shallowRef<ReadonlyMap<string, number>>(new Map())

  const accounts = useAccounts()

  const selectedKeys = computed<ReadonlySet<string>>(
    () =>
      new Set(
        lines.value
          .filter((line) => selectedByUser.value.get(line.key) ?? (isSelectedByDefault(line) && isRenewable(line)))
          .map(({ key }) => key),
      ),
  )
  /** Lines below which the table notes that their expiry date changed. */
  const notedKeys = computed<ReadonlySet<string>>(
    () => new Set(lines.value.filter((line) => expiryChangeOf(line) !== null).map(({ key }) => key)),
  )
  /** Lines that are not selected because their expiry date changed. */
  const keysWithChangedExpiry = computed<ReadonlySet<string>>(
    () => new Set([...notedKeys.value].filter((key) => !selectedKeys.value.has(key))),
  )
  /** Domains that are not selected, or not listed any more, because they were ordered. */
  const keysOrderedAndNotSelected = computed(() => [
    ...lines.value.flatMap(({ key }) => (ordered.value.has(key) && !selectedKeys.value.has(key) ? [key] : [])),
    ...(source.value === 'selectedDomains' ? chosenAndOrdered.value : []),
  ])
  const keysLeftOutAsOrdered = computed<ReadonlySet<string>>(
    () => new Set(keysOrderedAndNotSelected.value.filter((key) => !isOrderClosedWithoutEffect(key))),
  )
  /** Their orders were declined, cancelled or recorded as not accepted. */
  const keysLeftOutAsNotCarriedOut = computed<ReadonlySet<string>>(
    () => new Set(keysOrderedAndNotSelected.value.filter(isOrderClosedWithoutEffect)),
  )
  const selectedLines = computed(() => lines.value.filter(({ key }) => selectedKeys.value.has(key)))
  /**
   * The lines of a quote request: all lines of the accounts with a selected line. The additional lines cost no further
   * call. They are priced when the user selects them, and the quote may find them renewable. The selected lines come
   * first, because a quote refuses the second line of a domain that is in two accounts.
   */
  const linesToQuote = computed(() => {
    const accountIds = new Set(selectedLines.value.map(({ row }) => row.accountId))
    const others = lines.value.filter(({ key, row }) => accountIds.has(row.accountId) && !selectedKeys.value.has(key))
    return [...selectedLines.value, ...others]
  })

  /** Why a line cannot be renewed; null if no known reason forbids it. */
  function problemOf(line: Pick<RenewBasketLine, 'row'>): QuoteRowProblem | null {
    const openOrder = openOrders.value.get(getResourceKey(line.row)) ?? null
    const reason = findKnownRenewalProblem(line, accounts.byId(line.row.accountId), openOrder)
    if (reason === null) return null
    return { reason, error: null, intentId: reason === openOrder?.problem ? openOrder.intentId : null }
  }

  function isRenewable(line: Pick<RenewBasketLine, 'row'>): boolean {
    return problemOf(line) === null
  }

  function isSkippedForAutoRenew({ row }: RenewBasketLine): boolean {
    return source.value === 'expiringWithinDays' && row.autoRenew !== false
  }

  function isSelectedByDefault(line: RenewBasketLine): boolean {
    if (ordered.value.has(line.key)) return false
    return decidedBefore.value.get(line.key) ?? !isSkippedForAutoRenew(line)
  }

  /** The runs of the domains that were ordered: of the shown lines, and of chosen domains that left the basket. */
  const runs = computed(() => {
    const keys = [...lines.value.map(({ key }) => key), ...keysOrderedAndNotSelected.value]
    return [...new Set(keys.flatMap((key) => ordered.value.get(key) ?? []))].map((runId) => ({ runId }))
  })

  /** The status of a line's order if the order is not carried out; null otherwise. */
  function findOutcome(key: string): NotCarriedOut | null {
    const runId = ordered.value.get(key)
    return runId === undefined ? null : (outcomes.value.get(`${runId} ${nameOfKey(key)}`) ?? null)
  }

  function isOrderClosedWithoutEffect(key: string): boolean {
    const outcome = findOutcome(key)
    return outcome !== null && outcome !== 'held' && outcome !== 'planned'
  }

  /**
   * Shows rows of `query`. Deselections and years are kept, also for domains that were not shown in between. Selections
   * are kept while the domain is listed and renewable. If `query` is shown already and the user has begun to select,
   * Banto selects nothing by itself. While a quote is open (`isQuoteOpen`), only auto-renew is updated.
   */
  function fill(rows: readonly DomainRow[], { query, isQuoteOpen }: { query: string; isQuoteOpen: boolean }): void {
    if (query !== shownQuery.value) showOtherLines(rows.map(toLine))
    else if (isQuoteOpen) showNewlyRead(putReadAutoRenewIntoLines(lines.value, rows), true)
    else showNewlyRead(sortRenewableFirst(rows.map(toLineWithExpiryNote)), isSelectionStarted)
    shownQuery.value = query
    if (isQuoteOpen) return
    const kept = new Set(lines.value.filter(isRenewable).map(({ key }) => key))
    selectedByUser.value = new Map([...selectedByUser.value].filter(([key, isOn]) => !isOn || kept.has(key)))
  }

  function showOtherLines(next: readonly RenewBasketLine[]): void {
    decidedBefore.value = new Map(
      next.flatMap(({ key }) => {
        const decided = decidedBefore.value.get(key)
        return decided === undefined ? [] : [[key, decided] as const]
      }),
    )
    lines.value = sortRenewableFirst(next)
    isSelectionStarted = next.some(({ key }) => selectedByUser.value.has(key))
  }

  function showNewlyRead(next: readonly RenewBasketLine[], keepsDecisions: boolean): void {
    const before = linesByKey()
    decidedBefore.value = new Map(
      (keepsDecisions ? next : []).map(({ key }) => {
        const line = before.get(key)
        return [key, line !== undefined && isSelectedByDefault(line) && findKnownRenewalProblem(line) === null]
      }),
    )
    lines.value = next
  }

  function linesByKey(): ReadonlyMap<string, RenewBasketLine> {
    return new Map(lines.value.map((line) => [line.key, line]))
  }

  /**
   * Keeps the earlier expiry date of a line whose new date a quote has found, so that the note about the change stays.
   */
  function toLineWithExpiryNote(row: DomainRow): RenewBasketLine {
    const line = toLine(row)
    const change = expiryChanges.value.get(line.key)
    const isNoted = notedKeys.value.has(line.key) && change?.foundExpiry === row.expiryDate
    return isNoted ? { ...line, row: { ...row, expiryDate: change.storedExpiry } } : line
  }

  function sortRenewableFirst(all: readonly RenewBasketLine[]): RenewBasketLine[] {
    return [...all.filter(isRenewable), ...all.filter((line) => !isRenewable(line))]
  }

  function forgetOrdered(keys: ReadonlySet<string>): void {
    ordered.value = new Map([...ordered.value].filter(([key]) => !keys.has(key)))
  }

  /** Replaces the basket with domains that were selected in another view, and selects them. */
  function choose(rows: readonly DomainRow[]): void {
    const keys = new Set(rows.map(getResourceKey))
    expiryChanges.value = new Map()
    decidedBefore.value = new Map()
    selectedByUser.value = new Map([...selectedByUser.value].filter(([key]) => !keys.has(key)))
    forgetOrdered(keys)
    shownQuery.value = ''
    chosenAndOrdered.value = new Set()
    chosen.value = rows
    showChosen()
  }

  function showChosen(): void {
    source.value = 'selectedDomains'
    fill(chosen.value, { query: selectedDomainsQuery, isQuoteOpen: false })
  }

  /** Shows newly read rows of the chosen domains, without those that are no longer stored. */
  function updateChosen(rows: readonly DomainRow[], isQuoteOpen: boolean): void {
    const found = new Map(rows.map((row) => [getResourceKey(row), row]))
    const next = chosen.value.flatMap((row) => found.get(getResourceKey(row)) ?? [])
    fill(next, { query: selectedDomainsQuery, isQuoteOpen })
    if (!isQuoteOpen) chosen.value = next
  }

  function showExpiringWithin(within: number): void {
    source.value = 'expiringWithinDays'
    days.value = within
  }

  function years(key: string): number {
    return yearsOf.value.get(key) ?? requestFieldRules.years.min
  }

  function setYears(keys: readonly string[], to: number): void {
    yearsOf.value = new Map([...yearsOf.value, ...keys.map((key) => [key, to] as const)])
  }

  /** Sets the years of all selected lines that are renewable, even if the last quote refused their years. */
  function setYearsOfSelected(to: number): void {
    setYears(
      selectedLines.value.filter(isRenewable).map(({ key }) => key),
      to,
    )
  }

  function setSelected(keys: readonly string[], isOn: boolean): void {
    const changed = new Set(keys)
    deselectedForExpiry.value = new Set([...deselectedForExpiry.value].filter((key) => !changed.has(key)))
    selectedByUser.value = new Map([...selectedByUser.value, ...keys.map((key) => [key, isOn] as const)])
    if (keys.length > 0) isSelectionStarted = true
    if (isOn) forgetOrdered(new Set(keys))
  }

  /** Selects lines, except those with a changed expiry date. The user must select each of these explicitly. */
  function selectAll(keys: readonly string[]): void {
    setSelected(
      keys.filter((key) => !keysWithChangedExpiry.value.has(key)),
      true,
    )
  }

  /**
   * Applies expiry dates that were just read, by line. A domain whose expiry date differs from the stored one may
   * already have been renewed, so it is deselected, once per new date. It stays selected if the user selects it again.
   */
  function applyReadExpiries(read: ReadonlyMap<string, string>): void {
    const next = new Map(expiryChanges.value)
    const unmet: string[] = []
    for (const { key, row } of lines.value) {
      const readExpiry = read.get(key)
      if (readExpiry === undefined || row.expiryDate === null) continue
      const before = expiryChangeOf({ key, row })?.foundExpiry ?? row.expiryDate
      if (readExpiry !== before && readExpiry !== row.expiryDate) unmet.push(key)
      if (readExpiry === row.expiryDate) next.delete(key)
      else next.set(key, { storedExpiry: row.expiryDate, foundExpiry: readExpiry })
    }
    expiryChanges.value = next
    setSelected(unmet, false)
    deselectedForExpiry.value = new Set([...deselectedForExpiry.value, ...unmet])
  }

  /** Records when the stored expiry dates of lines were read once more and found unchanged. */
  function recordConfirmedExpiries(readAt: ReadonlyMap<string, number>): void {
    const confirmed = (row: DomainRow): DomainRow => {
      const at = readAt.get(getResourceKey(row))
      return at === undefined || at <= row.readAt ? row : { ...row, readAt: at }
    }
    lines.value = lines.value.map(({ key, row }) => ({ key, row: confirmed(row) }))
    chosen.value = chosen.value.map(confirmed)
  }

  /** The change of a line's expiry date; null when there is none, or when the stored date has changed since. */
  function expiryChangeOf({ key, row }: RenewBasketLine): FoundExpiryDateChange | null {
    const found = expiryChanges.value.get(key)
    return found?.storedExpiry === row.expiryDate ? found : null
  }

  /**
   * Why a line that is renewable, or has an open order, is not selected; null if it is selected, or if the row below
   * explains a changed expiry date.
   */
  function unselectedReason(
    line: RenewBasketLine,
  ):
    | 'byYou'
    | 'expiry'
    | 'autoRenew'
    | 'autoRenewNotGiven'
    | 'autoRenewUnread'
    | 'readLater'
    | 'ordered'
    | NotCarriedOut
    | null {
    if (selectedKeys.value.has(line.key) || expiryChangeOf(line) !== null) return null
    if (problemOf(line)?.intentId === null) return null
    if (ordered.value.has(line.key)) return findOutcome(line.key) ?? 'ordered'
    if (deselectedForExpiry.value.has(line.key)) return 'expiry'
    if (selectedByUser.value.has(line.key)) return 'byYou'
    if (!isSkippedForAutoRenew(line)) return 'readLater'
    if (line.row.autoRenew !== null) return 'autoRenew'
    return line.row.detailReadAt ? 'autoRenewNotGiven' : 'autoRenewUnread'
  }

  /** Removes the domains of accounts that are not in `accountIds`. */
  function dropRemovedAccounts(accountIds: ReadonlySet<string>): void {
    if (lines.value.some(({ row }) => !accountIds.has(row.accountId)))
      lines.value = lines.value.filter(({ row }) => accountIds.has(row.accountId))
    chosen.value = chosen.value.filter(({ accountId }) => accountIds.has(accountId))
  }

  /**
   * Records the orders that are open now. When one ends, its line is not selected by itself, because the order may have
   * renewed the domain.
   */
  function recordOpenOrders(orders: readonly OpenOrderTarget[]): void {
    openOrders.value = new Map(
      orders.map((order) => [getResourceKey({ accountId: order.accountId, name: order.target }), order]),
    )
    const runs = [...openOrders.value].map(([key, { runId }]) => [key, runId] as const)
    ordered.value = new Map([...ordered.value, ...runs])
  }

  /** Records which orders of `runs` are not carried out. */
  function recordOutcomes(orders: readonly Outcome[]): void {
    const found = new Map(outcomes.value)
    for (const intent of orders) {
      const nothing = notCarriedOut.find((status) => status === intent.status)
      if (intent.item.kind !== 'renew') continue
      // Not by account: after a merge, the order has another one. A run renews a domain in one account only.
      const key = `${intent.runId} ${intent.item.name}`
      if (nothing) found.set(key, nothing)
      else found.delete(key)
    }
    outcomes.value = found
  }

  /** Removes paid lines, or deselects them with source `expiringWithinDays`. Their orders are in the order list. */
  function forget(keys: readonly string[], runId: string): void {
    setSelected(keys, false)
    ordered.value = new Map([...ordered.value, ...keys.map((key) => [key, runId] as const)])
    const gone = new Set(keys)
    const left = chosen.value.map(getResourceKey).filter((key) => gone.has(key))
    chosenAndOrdered.value = new Set([...chosenAndOrdered.value, ...left])
    chosen.value = chosen.value.filter((row) => !gone.has(getResourceKey(row)))
    if (source.value === 'selectedDomains') lines.value = lines.value.filter(({ key }) => !gone.has(key))
  }

  /**
   * The ordered keys of a domain whose account is gone. After a merge, the order is placed again from the remaining
   * account, and these keys would keep the earlier order.
   */
  function findOrderedKeysWithoutAccount(name: string): string[] {
    return [...ordered.value.keys()].filter(
      (key) => nameOfKey(key) === name && accounts.byIdIfLoaded(accountIdOfKey(key)) === null,
    )
  }

  const placedAgain = useOrdersPlacedAgain()
  watch(
    () => placedAgain.newest,
    (purchase) => {
      if (purchase === null) return
      const keys = purchase.items.flatMap((item) =>
        item.kind === 'renew' ? [getResourceKey(item), ...findOrderedKeysWithoutAccount(item.name)] : [],
      )
      forget(keys, purchase.runId)
    },
    { flush: 'sync' },
  )

  return {
    source,
    days,
    lines,
    chosen,
    selectedKeys,
    selectedLines,
    linesToQuote,
    keysWithChangedExpiry,
    keysLeftOutAsOrdered,
    keysLeftOutAsNotCarriedOut,
    problemOf,
    isRenewable,
    shownQuery,
    fill,
    updateChosen,
    choose,
    showChosen,
    showExpiringWithin,
    years,
    setYears,
    setYearsOfSelected,
    setSelected,
    selectAll,
    applyReadExpiries,
    recordConfirmedExpiries,
    expiryChangeOf,
    unselectedReason,
    dropRemovedAccounts,
    runs,
    recordOpenOrders,
    recordOutcomes,
    forget,
  }
})

/** The ID of the account of a `getResourceKey`. */
function accountIdOfKey(key: string): string {
  return key.slice(0, key.indexOf('/'))
}

/** The name of the domain of a `getResourceKey`. */
function nameOfKey(key: string): string {
  return key.slice(key.indexOf('/') + 1)
}

function toLine(row: DomainRow): RenewBasketLine {
  return { key: getResourceKey(row), row }
}
