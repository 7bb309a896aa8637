import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { fieldRules } from '#shared/api/limits.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { IntentView, QuoteProblem } from '#shared/ipc/orders.ts'
import { useAccounts } from '../../../shell/accounts-state.ts'
import { domainKey } from '../../domains/columns.ts'
import { knownProblem, type BasketLine } from './basket-line.ts'

/** Days that are offered, beside any number of one's own. */
export const withinChoices = [30, 60, 90] as const

/** `within`: what expires so soon. `chosen`: what the person picked elsewhere. */
export type BasketSource = 'within' | 'chosen'

/** An expiry that turned out to be another than the stored one. */
export interface Moved {
  was: string
  now: string
}

/** Nothing was charged, and nothing more is sent. */
const nothings = ['refused', 'abandoned', 'not_happened'] as const
type Nothing = (typeof nothings)[number]
type Outcome = Pick<IntentView, 'runId' | 'item' | 'status'>

/** The domains that may be renewed together, which of them are ticked, and for how long; survives leaving the view. */
export const useRenewBasket = defineStore('renew-basket', () => {
  const source = ref<BasketSource>('within')
  const days = ref<number>(withinChoices[0])
  const lines = shallowRef<readonly BasketLine[]>([])
  /** Kept while something else is shown, so that the person can come back to them. */
  const chosen = shallowRef<readonly DomainRow[]>([])
  /** What the person said of a domain; others are ticked where they can be renewed and, unless they were chosen, do not renew by themselves. */
  const word = shallowRef<ReadonlyMap<string, boolean>>(new Map())
  /** What was confirmed here since the start of the app, and not ticked again. */
  const ordered = shallowRef<ReadonlyMap<string, string>>(new Map())
  /** What came to nothing, by run and line. */
  const outcomes = shallowRef<ReadonlyMap<string, Nothing>>(new Map())
  const moved = shallowRef<ReadonlyMap<string, Moved>>(new Map())
  const yearsOf = shallowRef<ReadonlyMap<string, number>>(new Map())

  const accounts = useAccounts()

  const ticked = computed<ReadonlySet<string>>(() => new Set(lines.value.filter((line) => word.value.get(line.key) ?? (isRenewable(line) && !isLeftAlone(line))).map(({ key }) => key)))
  /** Not ticked, because their expiry is another than it was. */
  const movedKeys = computed<ReadonlySet<string>>(() => new Set(lines.value.filter((line) => movedOf(line) !== null && !ticked.value.has(line.key)).map(({ key }) => key)))
  const tickedLines = computed(() => lines.value.filter(({ key }) => ticked.value.has(key)))
  /**
   * What a price is asked for: beside what is ticked the rest of its accounts. It costs no further call, is priced already when it is ticked,
   * and may turn out to be renewable after all.
   */
  const askedLines = computed(() => {
    const accountIds = new Set(tickedLines.value.map(({ row }) => row.accountId))
    return lines.value.filter(({ row }) => accountIds.has(row.accountId))
  })

  /** Why a line cannot be renewed; null when nothing that is known forbids it. */
  function problemOf(line: Pick<BasketLine, 'row'>): QuoteProblem | null {
    return knownProblem(line, accounts.byId(line.row.accountId))
  }

  function isRenewable(line: Pick<BasketLine, 'row'>): boolean {
    return problemOf(line) === null
  }

  function isLeftAlone({ row }: BasketLine): boolean {
    return source.value === 'within' && row.autoRenew === true
  }

  /** Of what is in sight and was ordered. */
  const runs = computed(() => [...new Set(lines.value.flatMap(({ key }) => ordered.value.get(key) ?? []))].map((runId) => ({ runId })))

  /** What was unticked or given other years stays so, also for domains that were away meanwhile. */
  function fill(rows: readonly DomainRow[]): void {
    const all = rows.map((row): BasketLine => ({ key: domainKey(row), row }))
    lines.value = [...all.filter(isRenewable), ...all.filter((line) => !isRenewable(line))]
    word.value = new Map([...word.value].filter(([, isOn]) => !isOn))
  }

  function noteTickedAgain(keys: ReadonlySet<string>): void {
    ordered.value = new Map([...ordered.value].filter(([key]) => !keys.has(key)))
  }

  /** Domains that were picked elsewhere take the place of everything, and are ticked. */
  function choose(rows: readonly DomainRow[]): void {
    moved.value = new Map()
    chosen.value = rows
    showChosen()
    const keys = new Set(rows.map(domainKey))
    word.value = new Map([...word.value].filter(([key]) => !keys.has(key)))
    noteTickedAgain(keys)
  }

  function showChosen(): void {
    source.value = 'chosen'
    fill(chosen.value)
  }

  function showWithin(within: number): void {
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
  function setYearsOfTicked(to: number): void {
    setYears(tickedLines.value.filter(isRenewable).map(({ key }) => key), to)
  }

  function tick(keys: readonly string[], isOn: boolean): void {
    word.value = new Map([...word.value, ...keys.map((key) => [key, isOn] as const)])
    if (isOn) noteTickedAgain(new Set(keys))
  }

  /** But for those that were unticked for their expiry: whoever wants them renewed again says so of each. */
  function tickAll(keys: readonly string[]): void {
    tick(keys.filter((key) => !movedKeys.value.has(key)), true)
  }

  /**
   * Expiries as they were just read, by line. A domain whose expiry is another than the stored one was perhaps renewed already: it loses its
   * tick, once for each expiry, and stays ticked if the person ticks it again.
   */
  function meetExpiries(read: ReadonlyMap<string, string>): void {
    const next = new Map(moved.value)
    const unmet: string[] = []
    for (const { key, row } of lines.value) {
      const now = read.get(key)
      if (now === undefined || row.expiryDate === null) continue
      const before = movedOf({ key, row })?.now ?? row.expiryDate
      if (now !== before && now !== row.expiryDate) unmet.push(key)
      if (now === row.expiryDate) next.delete(key)
      else next.set(key, { was: row.expiryDate, now })
    }
    moved.value = next
    tick(unmet, false)
  }

  /** Null once the stored expiry is another than it was. */
  function movedOf({ key, row }: BasketLine): Moved | null {
    const found = moved.value.get(key)
    return found?.was === row.expiryDate ? found : null
  }

  /** Why a line that can be renewed is not ticked; null where another row says so, or it is ticked. */
  function whyUnticked(line: BasketLine): 'byYou' | 'autoRenew' | 'ordered' | Nothing | null {
    if (ticked.value.has(line.key) || !isRenewable(line) || movedOf(line) !== null) return null
    const runId = ordered.value.get(line.key)
    if (runId !== undefined) return outcomes.value.get(`${runId} ${line.key}`) ?? 'ordered'
    return word.value.has(line.key) ? 'byYou' : 'autoRenew'
  }

  /** An account that is gone takes its domains with it. */
  function keepAccounts(accountIds: ReadonlySet<string>): void {
    if (lines.value.some(({ row }) => !accountIds.has(row.accountId))) lines.value = lines.value.filter(({ row }) => accountIds.has(row.accountId))
    chosen.value = chosen.value.filter(({ accountId }) => accountIds.has(accountId))
  }

  /** What became of the orders of `runs`. */
  function noteOutcomes(intents: readonly Outcome[]): void {
    const found = new Map(outcomes.value)
    for (const intent of intents) {
      const nothing = nothings.find((status) => status === intent.status)
      if (nothing && intent.item.kind === 'renew') found.set(`${intent.runId} ${domainKey(intent.item)}`, nothing)
    }
    outcomes.value = found
  }

  /** What was paid is in the list of orders now, under its run. */
  function forget(keys: readonly string[], runId: string): void {
    tick(keys, false)
    ordered.value = new Map([...ordered.value, ...keys.map((key) => [key, runId] as const)])
    const gone = new Set(keys)
    chosen.value = chosen.value.filter((row) => !gone.has(domainKey(row)))
    if (source.value === 'chosen') lines.value = lines.value.filter(({ key }) => !gone.has(key))
  }

  return { source, days, lines, chosen, ticked, tickedLines, askedLines, movedKeys, problemOf, isRenewable, fill, choose, showChosen, showWithin, years, setYears, setYearsOfTicked, tick, tickAll, meetExpiries, movedOf, whyUnticked, keepAccounts, runs, noteOutcomes, forget }
})
