import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { serverSortKeys } from '#shared/ipc/inventory.ts'
import { createListFilterAndSort } from './create-list-filter-and-sort.ts'

/** Filters and sort order of the server list. The store keeps them when the user leaves the list. */
export const useServerFilters = defineStore('server-filters', () => ({
  ...createListFilterAndSort<(typeof serverSortKeys)[number]>(),
  selectedKey: ref<string | null>(null),
  /** Index of the row with `selectedKey`; -1 for none. */
  activeIndex: ref(-1),
}))
