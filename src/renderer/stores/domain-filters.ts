import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { domainSortKeys } from '#shared/ipc/inventory.ts'
import { createListFilters } from './create-list-filters.ts'

/** What the domain list shows and in which order; survives leaving the list. */
export const useDomainFilters = defineStore('domain-filters', () => ({
  ...createListFilters<(typeof domainSortKeys)[number]>(),
  selectedKey: ref<string | null>(null),
}))
