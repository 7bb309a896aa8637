import { defineStore } from 'pinia'
import type { serverSortKeys } from '#shared/ipc/inventory.ts'
import { createListFilter } from '../../ui/list-filter.ts'

/** What the server list shows and in which order; survives leaving the list. */
export const useServerFilters = defineStore('server-filters', () => createListFilter<(typeof serverSortKeys)[number]>())
