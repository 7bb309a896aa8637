import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { domainSortKeys } from '#shared/ipc/inventory.ts'
import { createListFilterAndSort } from './create-list-filter-and-sort.ts'

/** Filters and sort order of the domain list. The store keeps them when the user leaves the list. */
export const useDomainFilters = defineStore('domain-filters', () => ({
  ...createListFilterAndSort<(typeof domainSortKeys)[number]>(),
  selectedKey: ref<string | null>(null),
  /** Index of the row with `selectedKey`; -1 for none. */
  activeIndex: ref(-1),
}))
