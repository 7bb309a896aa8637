import { computed, ref, shallowRef, watch } from 'vue'
import type { SortCriterion } from '#shared/ipc/list-sort-schemas.ts'
import { doesFilterSearchRecords, goneStatus, type AttributeFilters } from '#shared/ipc/inventory.ts'
import { toExpiryFilter, type ExpiryFilterChoice } from '#shared/expiry-filter-choices.ts'

/** Filters that another view sets when it opens the list. */
export interface FiltersToOpenListWith {
  statuses?: string[]
  expiry?: ExpiryFilterChoice
  text?: string
  tags?: string[]
  /** Default: the accounts of the account selection. */
  accountIds?: string[]
  facts?: Partial<AttributeFilters>
}

/** The filters of rows that are shown, which may be older than the chosen ones. */
export interface FiltersOfShownRows {
  statuses: readonly string[]
  tags: readonly string[]
  isSearched: boolean
  /** See `doesFilterSearchRecords`. */
  searchesRecords: boolean
  isFiltered: boolean
}

export const noAttributeFilters: AttributeFilters = {
  autoRenew: null,
  lock: null,
  privacy: null,
  detailsAge: null,
  tlds: [],
  nameserver: '',
  server: null,
  pointsTo: '',
  customers: [],
}

/** Returns the names of the filters that are set. */
export function listActiveAttributeFilters(attributes: AttributeFilters): (keyof AttributeFilters)[] {
  const names = Object.keys(noAttributeFilters) as (keyof AttributeFilters)[]
  return names.filter((name) => JSON.stringify(attributes[name]) !== JSON.stringify(noAttributeFilters[name]))
}

/** Creates the filters and sort order of a list whose rows have an expiry date. */
export function createListFilterAndSort<Sort extends string>() {
  const text = ref('')
  /** Empty: every status. */
  const statuses = ref<string[]>([])
  const expiry = ref<ExpiryFilterChoice>('any')
  /** Rows that have every one of these tags. */
  const tags = ref<string[]>([])
  /**
   * After a click on a count that includes only some accounts: these accounts, within the account selection. Null: no
   * such filter.
   */
  const accountIds = shallowRef<string[] | null>(null)
  const facts = shallowRef<AttributeFilters>(noAttributeFilters)
  const sort = shallowRef<Sort | 'name' | 'expiry'>('name')
  const isDescending = ref(false)
  /** Further columns of the sort order. */
  const thenBy = shallowRef<SortCriterion<Sort>[]>([])

  /** The filter for gone rows was used by a search that has ended. The next search starts without it. */
  let isGoneLeftFromSearch = false
  watch(
    text,
    (after, before) => {
      const hasGone = statuses.value.includes(goneStatus)
      if (after.trim() === '') isGoneLeftFromSearch = hasGone && before.trim() !== ''
      else if (before.trim() === '' && hasGone && isGoneLeftFromSearch)
        statuses.value = statuses.value.filter((status) => status !== goneStatus)
    },
    { flush: 'sync' },
  )
  watch(
    () => statuses.value.includes(goneStatus),
    () => {
      isGoneLeftFromSearch = false
    },
    { flush: 'sync' },
  )

  const isSearched = computed(() => text.value.trim() !== '')
  const searchesRecords = computed(() => doesFilterSearchRecords({ ...facts.value, text: text.value.trim() }))
  const hasOtherFilters = computed(
    () =>
      expiry.value !== 'any' ||
      tags.value.length > 0 ||
      accountIds.value !== null ||
      listActiveAttributeFilters(facts.value).length > 0,
  )
  /** True if a filter other than the statuses is set. */
  const isNarrowed = computed(() => isSearched.value || hasOtherFilters.value)
  const isFiltered = computed(() => isNarrowed.value || statuses.value.length > 0)
  /** True if the text is the only filter. */
  const isTextTheOnlyFilter = computed(() => isSearched.value && !hasOtherFilters.value && statuses.value.length === 0)

  /** The accounts that are selected and also pass the account filter; null: all accounts. */
  function accountIdsWithin(selectedIds: string[] | null): string[] | null {
    if (selectedIds === null || accountIds.value === null) return selectedIds ?? accountIds.value
    return accountIds.value.filter((id) => selectedIds.includes(id))
  }

  function filterFor(selectedIds: string[] | null) {
    return {
      accountIds: accountIdsWithin(selectedIds),
      statuses: statuses.value.length > 0 ? statuses.value : null,
      ...toExpiryFilter(expiry.value),
      tags: tags.value.length > 0 ? tags.value : null,
      text: text.value.trim(),
      ...facts.value,
    }
  }

  function shownFilters(): FiltersOfShownRows {
    return {
      statuses: [...statuses.value],
      tags: [...tags.value],
      isSearched: isSearched.value,
      searchesRecords: searchesRecords.value,
      isFiltered: isFiltered.value,
    }
  }

  /** Sets the given filters and clears all others. With `expiry`, the list is sorted by expiry date, soonest first. */
  function replaceFilters(only: FiltersToOpenListWith): void {
    text.value = only.text ?? ''
    statuses.value = only.statuses ?? []
    expiry.value = only.expiry ?? 'any'
    tags.value = only.tags ?? []
    accountIds.value = only.accountIds ?? null
    facts.value = { ...noAttributeFilters, ...only.facts }
    isGoneLeftFromSearch = false
    if (only.expiry === undefined) return
    sort.value = 'expiry'
    isDescending.value = false
    thenBy.value = []
  }

  return {
    text,
    statuses,
    expiry,
    tags,
    accountIds,
    facts,
    sort,
    isDescending,
    thenBy,
    isSearched,
    searchesRecords,
    isNarrowed,
    isFiltered,
    isTextTheOnlyFilter,
    accountIdsWithin,
    filterFor,
    shownFilters,
    replaceFilters,
    clear: () => replaceFilters({}),
  }
}
