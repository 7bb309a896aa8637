import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { renameCustomerInList } from '#shared/customer-name-rules.ts'
import type { EventPayload } from '#shared/ipc/all-commands-and-events.ts'
import {
  listsWithSavedViews,
  type ListWithSavedViews,
  type SavedView,
  type SavedViewContent,
} from '#shared/ipc/saved-views.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'
import { sortColumnsByLayout } from '#renderer/ui/table/arrange-columns-by-layout.ts'
import { listActiveAttributeFilters } from './create-list-filter-and-sort.ts'
import { useAccounts } from './accounts-and-selection.ts'
import { useDomainFilters } from './domain-filters.ts'
import { useServerFilters } from './server-filters.ts'
import { useTableLayouts } from './table-layouts.ts'

/** Accounts of a view that do not exist any more. */
export interface MissingAccountsOfSavedView {
  count: number
  /** None of the view's own accounts exists any more, so the list shows all accounts. */
  isNoneLeft: boolean
}

/** The views of the lists that the user named, and what the lists show now. */
export const useSavedViews = defineStore('saved-views', () => {
  const accounts = useAccounts()
  const layouts = useTableLayouts()
  const filters = { domains: useDomainFilters(), servers: useServerFilters() }
  const views = shallowRef<SavedView[]>([])
  /** The view that was applied or saved last, by list. */
  const lastId = shallowRef<Partial<Record<ListWithSavedViews, string>>>({})

  const current = computed(() => ({ domains: contentOf('domains'), servers: contentOf('servers') }))

  /** A plain copy of what a list shows. */
  function contentOf(list: ListWithSavedViews): SavedViewContent {
    const { text, statuses, expiry, tags, sort, isDescending, thenBy, facts } = filters[list]
    return JSON.parse(
      JSON.stringify({
        list,
        filters: { text: text.trim(), statuses, expiry, tags, sort, isDescending, thenBy, facts },
        selectedAccountIds: filters[list].accountIdsWithin(accounts.selectedIds),
        layout: layouts[list],
      }),
    ) as SavedViewContent
  }

  /**
   * True if a list shows no account, because none of those that it is limited to is selected. A view without accounts
   * would show all of them.
   */
  function showsNoAccount(list: ListWithSavedViews): boolean {
    return current.value[list].selectedAccountIds?.length === 0
  }

  /**
   * The view that a list with these columns shows, possibly changed since; null if it shows none. A layout without an
   * order and one that names all columns in the order of the table show the same.
   */
  function shownView(
    list: ListWithSavedViews,
    columns: readonly { key: string }[],
  ): { view: SavedView; isChanged: boolean } | null {
    const textOf = (content: SavedViewContent) => {
      const order = sortColumnsByLayout(columns, content.layout.order).map(({ key }) => key)
      return canonicalText({ ...content, layout: { ...content.layout, order } })
    }
    const shownContent = textOf(current.value[list])
    const ofList = views.value.filter((view) => view.list === list)
    const equal = ofList.filter(({ content }) => content !== null && textOf(content) === shownContent)
    const last = ofList.find(({ id }) => id === lastId.value[list])
    if (last && equal.includes(last)) return { view: last, isChanged: false }
    if (equal[0]) return { view: equal[0], isChanged: false }
    if (!last || (isCleared(current.value[list]) && last.content !== null && !isCleared(last.content))) return null
    return { view: last, isChanged: true }
  }

  /** Shows a view. Accounts that were removed since are left out and returned. */
  function apply({ id, content }: SavedView): MissingAccountsOfSavedView {
    if (content === null) return { count: 0, isNoneLeft: false }
    const { list, selectedAccountIds, layout } = content
    Object.assign(filters[list], content.filters)
    filters[list].accountIds = null
    layouts[list] = layout
    accounts.select(selectedAccountIds)
    lastId.value = { ...lastId.value, [list]: id }
    const left = selectedAccountIds === null ? 0 : (accounts.selectedIds?.length ?? 0)
    const count = (selectedAccountIds?.length ?? 0) - left
    return { count, isNoneLeft: count > 0 && left === 0 }
  }

  /** The filters by customer that the last renaming changed. */
  let renamed: { renameId: number; changes: { list: ListWithSavedViews; before: string[]; after: string[] }[] } | null =
    null

  /** Gives a renamed customer its new name in the filters of the lists, or takes that back. */
  function renameCustomer({ renameId, former, name, isUndone }: EventPayload<'customers.renamed'>): void {
    if (isUndone) {
      for (const { list, before, after } of renamed?.renameId === renameId ? renamed.changes : [])
        if (filters[list].facts.customers === after) setCustomers(list, before)
      renamed = null
    } else {
      const changes = listsWithSavedViews.flatMap((list) => {
        const before = filters[list].facts.customers
        const after = renameCustomerInList(before, former, name)
        return after === before ? [] : [{ list, before, after }]
      })
      for (const { list, after } of changes) setCustomers(list, after)
      renamed = { renameId, changes }
    }
    void load().catch(() => undefined)
  }

  function setCustomers(list: ListWithSavedViews, customers: string[]): void {
    filters[list].facts = { ...filters[list].facts, customers }
  }

  /** Makes the filter by a server name the account into which the account of the server was merged. */
  function reassignServer({ accountId, fromAccountId }: EventPayload<'accounts.merged'>): void {
    const { facts } = filters.domains
    if (facts.server?.accountId === fromAccountId)
      filters.domains.facts = { ...facts, server: { ...facts.server, accountId } }
    void load().catch(() => undefined)
  }

  let isListening = false
  async function listen(): Promise<void> {
    if (!isListening) {
      onMainEvent('customers.renamed', renameCustomer)
      onMainEvent('accounts.merged', reassignServer)
    }
    isListening = true
    await load()
  }

  async function load(): Promise<void> {
    views.value = await mainCommands.savedViews.list(null)
  }

  async function save(list: ListWithSavedViews, name: string): Promise<void> {
    const view = await mainCommands.savedViews.save({ name, content: current.value[list] })
    views.value = [...views.value.filter(({ id }) => id !== view.id), view]
    lastId.value = { ...lastId.value, [list]: view.id }
    await load()
  }

  async function rename(viewId: string, name: string): Promise<void> {
    await mainCommands.savedViews.rename({ viewId, name })
    await load()
  }

  async function remove(viewId: string): Promise<void> {
    await mainCommands.savedViews.remove({ viewId })
    await load()
  }

  return { views, showsNoAccount, shownView, apply, load, listen, save, rename, remove }
})

/** Returns true if a view with this content shows every row of the list. */
function isCleared({ filters, selectedAccountIds }: SavedViewContent): boolean {
  return (
    selectedAccountIds === null &&
    filters.text === '' &&
    filters.statuses.length === 0 &&
    filters.expiry === 'any' &&
    filters.tags.length === 0 &&
    listActiveAttributeFilters(filters.facts).length === 0
  )
}

/** Arrays whose order changes what a list shows. The order of other arrays, such as chosen statuses, does not. */
const orderedFields = ['thenBy', 'order']

/** Equal for contents that show the same, whatever the order of their fields and of what was chosen. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (Array.isArray(each)) return orderedFields.includes(key) ? each : each.toSorted()
    return typeof each === 'object' && each !== null
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each
  })
}
