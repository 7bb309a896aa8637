import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { fieldRules } from '#shared/api/limits.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { IntentView } from '#shared/ipc/order-intents.ts'
import type { QuoteProblem } from '#shared/ipc/quotes.ts'
import { resourceKey } from '#shared/resource-key.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { knownRenewProblem, type RenewBasketLine } from './renew-basket-line.ts'

/** Days that are offered, beside any number of one's own. */
export const expiryDayChoices = [30, 60, 90] as const

/** `within`: domains that expire within the chosen days. `chosen`: domains that the person selected in another view. */
export type RenewBasketSource = 'within' | 'chosen'

/** An expiry that differs from the stored one. */
export interface ExpiryChange {
  was: string
  now: string
}

/** Nothing was charged, and nothing more is sent. */
const notCarriedOut = ['refused', 'abandoned', 'not_happened'] as const
type NotCarriedOut = (typeof notCarriedOut)[number]
type Outcome = Pick<IntentView, 'runId' | 'item' | 'status'>

/** The domains to renew together, the selection among them, and their years. The store keeps them when the person leaves the view. */
export const useRenewBasket = defineStore('renew-basket', () => {
  const source = ref<RenewBasketSource>('within')
  const days = ref<number>(expiryDayChoices[0])
  const lines = shallowRef<readonly RenewBasketLine[]>([])
  /** Kept while something else is shown, so that the person can come back to them. */
  const chosen = shallowRef<readonly DomainRow[]>([])
  /** What the person said of a domain; others are ticked where they can be renewed and, unless they were chosen, do not renew by themselves. */
  const selectedByPerson = shallowRef<ReadonlyMap<string, boolean>>(new Map())
  /** What was confirmed here since the start of the app, and not ticked again. */
  const ordered = shallowRef<ReadonlyMap<string, string>>(new Map())
  /** What came to nothing, by run and line. */
  const outcomes = shallowRef<ReadonlyMap<string, NotCarriedOut>>(new Map())
  const expiryChanges = shallowRef<ReadonlyMap<string, ExpiryChange>>(new Map())
  const yearsOf = shallowRef<ReadonlyMap<string, number>>(new Map())

  const accounts = useAccounts()

  const selectedKeys = computed<ReadonlySet<string>>(
    () =>
      new Set(
        lines.value
          .filter((line) => selectedByPerson.value.get(line.key) ?? (isRenewable(line) && !isSkippedForAutoRenew(line)))
          .map(({ key }) => key),
      ),
  )
  /** Not ticked, because their expiry is another than it was. */
  const keysWithChangedExpiry = computed<ReadonlySet<string>>(
    () =>
      new Set(
        lines.value
          .filter((line) => expiryChangeOf(line) !== null && !selectedKeys.value.has(line.key))
          .map(({ key }) => key),
      ),
  )
  const selectedLines = computed(() => lines.value.filter(({ key }) => selectedKeys.value.has(key)))
  /**
   * What a price is asked for: beside what is ticked the rest of its accounts. It costs no further call, is priced already when it is ticked,
   * and may turn out to be renewable after all.
   */
  const askedLines = computed(() => {
    const accountIds = new Set(selectedLines.value.map(({ row }) => row.accountId))
    return lines.value.filter(({ row }) => accountIds.has(row.accountId))
  })

  /** Why a line cannot be renewed; null if no known reason forbids it. */
  function problemOf(line: Pick<RenewBasketLine, 'row'>): QuoteProblem | null {
    return knownRenewProblem(line, accounts.byId(line.row.accountId))
  }

  function isRenewable(line: Pick<RenewBasketLine, 'row'>): boolean {
    return problemOf(line) === null
  }

  function isSkippedForAutoRenew({ row }: RenewBasketLine): boolean {
    return source.value === 'within' && row.autoRenew === true
  }

  /** Of what is in sight and was ordered. */
  const runs = computed(() =>
    [...new Set(lines.value.flatMap(({ key }) => ordered.value.get(key) ?? []))].map((runId) => ({ runId })),
  )

  /** What was unticked or given other years stays so, also for domains that were away meanwhile. */
  function fill(rows: readonly DomainRow[]): void {
    const all = rows.map((row): RenewBasketLine => ({ key: resourceKey(row), row }))
    lines.value = [...all.filter(isRenewable), ...all.filter((line) => !isRenewable(line))]
    selectedByPerson.value = new Map([...selectedByPerson.value].filter(([, isOn]) => !isOn))
  }

  function forgetOrdered(keys: ReadonlySet<string>): void {
    ordered.value = new Map([...ordered.value].filter(([key]) => !keys.has(key)))
  }

  /** Replaces the basket with domains that were selected in another view, and selects them. */
  function choose(rows: readonly DomainRow[]): void {
    expiryChanges.value = new Map()
    chosen.value = rows
    showChosen()
    const keys = new Set(rows.map(resourceKey))
    selectedByPerson.value = new Map([...selectedByPerson.value].filter(([key]) => !keys.has(key)))
    forgetOrdered(keys)
  }

  function showChosen(): void {
    source.value = 'chosen'
    fill(chosen.value)
  }

  function showExpiringWithin(within: number): void {
    source.value = 'within'
    days.value = within
  }

  function years(key: string): number {
    return yearsOf.value.get(key) ?? fieldRules.years.min
  }

  function setYears(keys: readonly string[], to: number): void {
    yearsOf.value = new Map([...yearsOf.value, ...keys.map((key) => [key, to] as const)])
  }

  /** Whatever the service said of their years so far. */
  function setYearsOfSelected(to: number): void {
    setYears(
      selectedLines.value.filter(isRenewable).map(({ key }) => key),
      to,
    )
  }

  function setSelected(keys: readonly string[], isOn: boolean): void {
    selectedByPerson.value = new Map([...selectedByPerson.value, ...keys.map((key) => [key, isOn] as const)])
    if (isOn) forgetOrdered(new Set(keys))
  }

  /** But for those that were unticked for their expiry: whoever wants them renewed again says so of each. */
  function selectAll(keys: readonly string[]): void {
    setSelected(
      keys.filter((key) => !keysWithChangedExpiry.value.has(key)),
      true,
    )
  }

  /**
   * Expiries as they were just read, by line. A domain whose expiry is another than the stored one was perhaps renewed already: it loses its
   * tick, once for each expiry, and stays ticked if the person ticks it again.
   */
  function applyReadExpiries(read: ReadonlyMap<string, string>): void {
    const next = new Map(expiryChanges.value)
    const unmet: string[] = []
    for (const { key, row } of lines.value) {
      const now = read.get(key)
      if (now === undefined || row.expiryDate === null) continue
      const before = expiryChangeOf({ key, row })?.now ?? row.expiryDate
      if (now !== before && now !== row.expiryDate) unmet.push(key)
      if (now === row.expiryDate) next.delete(key)
      else next.set(key, { was: row.expiryDate, now })
    }
    expiryChanges.value = next
    setSelected(unmet, false)
  }

  /** Null once the stored expiry is another than it was. */
  function expiryChangeOf({ key, row }: RenewBasketLine): ExpiryChange | null {
    const found = expiryChanges.value.get(key)
    return found?.was === row.expiryDate ? found : null
  }

  /** Why a line that can be renewed is not ticked; null where another row says so, or it is ticked. */
  function unselectedReason(line: RenewBasketLine): 'byYou' | 'autoRenew' | 'ordered' | NotCarriedOut | null {
    if (selectedKeys.value.has(line.key) || !isRenewable(line) || expiryChangeOf(line) !== null) return null
    const runId = ordered.value.get(line.key)
    if (runId !== undefined) return outcomes.value.get(`${runId} ${line.key}`) ?? 'ordered'
    return selectedByPerson.value.has(line.key) ? 'byYou' : 'autoRenew'
  }

  /** An account that is gone takes its domains with it. */
  function dropRemovedAccounts(accountIds: ReadonlySet<string>): void {
    if (lines.value.some(({ row }) => !accountIds.has(row.accountId)))
      lines.value = lines.value.filter(({ row }) => accountIds.has(row.accountId))
    chosen.value = chosen.value.filter(({ accountId }) => accountIds.has(accountId))
  }

  /** What became of the orders of `runs`. */
  function recordOutcomes(intents: readonly Outcome[]): void {
    const found = new Map(outcomes.value)
    for (const intent of intents) {
      const nothing = notCarriedOut.find((status) => status === intent.status)
      if (nothing && intent.item.kind === 'renew') found.set(`${intent.runId} ${resourceKey(intent.item)}`, nothing)
    }
    outcomes.value = found
  }

  /** What was paid is in the list of orders now, under its run. */
  function forget(keys: readonly string[], runId: string): void {
    setSelected(keys, false)
    ordered.value = new Map([...ordered.value, ...keys.map((key) => [key, runId] as const)])
    const gone = new Set(keys)
    chosen.value = chosen.value.filter((row) => !gone.has(resourceKey(row)))
    if (source.value === 'chosen') lines.value = lines.value.filter(({ key }) => !gone.has(key))
  }

  return {
    source,
    days,
    lines,
    chosen,
    selectedKeys,
    selectedLines,
    askedLines,
    keysWithChangedExpiry,
    problemOf,
    isRenewable,
    fill,
    choose,
    showChosen,
    showExpiringWithin,
    years,
    setYears,
    setYearsOfSelected,
    setSelected,
    selectAll,
    applyReadExpiries,
    expiryChangeOf,
    unselectedReason,
    dropRemovedAccounts,
    runs,
    recordOutcomes,
    forget,
  }
})
