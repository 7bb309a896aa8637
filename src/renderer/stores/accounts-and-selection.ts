import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'
import { apiKeyLabelsById } from '#renderer/ui/notices/api-key-labels-by-id.ts'

/** All accounts as the main process last sent them, and the account selection of the account sidebar. */
export const useAccounts = defineStore('accounts', () => {
  const accounts = shallowRef<Account[]>([])
  const error = shallowRef<AppError | null>(null)
  const isLoaded = shallowRef(false)
  const chosen = shallowRef<string[] | null>(null)
  /** The selection before a link replaced it, kept until the user selects accounts. Null if no link replaced it. */
  const chosenBeforeLink = shallowRef<{ ids: string[] | null } | null>(null)
  /** The account at which the next range starts: the account that was chosen last, or the first of several. */
  let rangeStart: string | null = null

  const byIds = computed(() => new Map(accounts.value.map((account) => [account.id, account])))
  /** Null: all accounts. */
  const selectedIds = computed(() => {
    const present = chosen.value?.filter((id) => byIds.value.has(id)) ?? []
    return present.length > 0 ? present : null
  })
  /** The selection before a link, without accounts that were removed since. Null if none of them exists any more. */
  const beforeLink = computed(() => {
    const before = chosenBeforeLink.value
    if (before === null || before.ids === null) return before
    const ids = before.ids.filter((id) => byIds.value.has(id))
    return ids.length > 0 ? { ids } : null
  })
  const selected = computed(() => accounts.value.filter((account) => isSelected(account.id)))
  /** True if every selected account is paused. No call can then read the selection. */
  const areAllPaused = computed(() => selected.value.length > 0 && selected.value.every(({ isPaused }) => isPaused))

  function byId(id: string): Account | null {
    return byIds.value.get(id) ?? null
  }

  /** Undefined while the accounts are not loaded. Null: the account is not in the app. */
  function byIdIfLoaded(id: string): Account | null | undefined {
    return isLoaded.value ? byId(id) : undefined
  }

  function isSelected(id: string): boolean {
    return selectedIds.value === null || selectedIds.value.includes(id)
  }

  /** Selects only these accounts; null selects all. */
  function select(ids: string[] | null): void {
    chosen.value = ids
    chosenBeforeLink.value = null
    rangeStart = ids?.[0] ?? null
  }

  /** Selects the accounts whose rows a link opens. `restoreSelection` returns to what the user had selected. */
  function selectForLink(ids: string[] | null): void {
    const before = chosenBeforeLink.value ?? { ids: chosen.value }
    chosen.value = ids
    chosenBeforeLink.value = areSameIds(before.ids, ids) ? null : before
    rangeStart = ids?.[0] ?? null
  }

  function restoreSelection(): void {
    if (beforeLink.value) select(beforeLink.value.ids)
  }

  /** Adds the accounts to the selection. If all of them are selected, removes them from the selection. */
  function toggle(ids: readonly string[]): void {
    const before = selectedIds.value ?? []
    const others = before.filter((id) => !ids.includes(id))
    chosen.value = ids.every((id) => before.includes(id)) ? others : [...others, ...ids]
    chosenBeforeLink.value = null
    rangeStart = ids[0] ?? null
  }

  /**
   * Selects all accounts of `order` from the start of the range to `ids`, only these or also the selected ones. Selects
   * `ids` if the start is not in `order`.
   */
  function selectRange(
    ids: readonly string[],
    order: readonly string[],
    { keepsSelected }: { keepsSelected: boolean },
  ): void {
    if (rangeStart === null || !order.includes(rangeStart)) rangeStart = ids[0] ?? null
    const ends = [...ids, rangeStart ?? ''].map((id) => order.indexOf(id)).filter((index) => index >= 0)
    const range = order.slice(Math.min(...ends), Math.max(...ends) + 1)
    chosen.value = [...new Set([...((keepsSelected && selectedIds.value) || []), ...range])]
    chosenBeforeLink.value = null
  }

  function receive(changed: Account[]): void {
    accounts.value = changed
    apiKeyLabelsById.value = new Map(changed.flatMap(({ keys }) => keys.map(({ id, label }) => [id, label] as const)))
    isLoaded.value = true
    error.value = null
  }

  async function load(): Promise<void> {
    try {
      receive(await mainCommands.accounts.list(null))
    } catch (thrown) {
      error.value = toAppError(thrown)
    }
  }

  let isListening = false
  async function listen(): Promise<void> {
    if (!isListening) onMainEvent('accounts.changed', receive)
    isListening = true
    await load()
  }

  return {
    accounts,
    error,
    isLoaded,
    selectedIds,
    selected,
    areAllPaused,
    byId,
    byIdIfLoaded,
    isSelected,
    beforeLink,
    select,
    selectForLink,
    restoreSelection,
    toggle,
    selectRange,
    load,
    listen,
  }
})

function areSameIds(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted())
}
