import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { domainSortKeys } from '#shared/ipc/inventory.ts'
import { createFilterAndSort } from './create-filter-and-sort.ts'

/** Filters and sort order of the domain list. The store keeps them when the user leaves the list. */
export const useDomainFilters = defineStore('domain-filters', () => ({
  ...createFilterAndSort<(typeof domainSortKeys)[number]>(),
  selectedKey: ref<string | null>(null),
  /** Index of the row with `selectedKey`; -1 for none. */
  activeIndex: ref(-1),
}))
