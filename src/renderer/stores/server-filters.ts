import { defineStore } from 'pinia'
import type { serverSortKeys } from '#shared/ipc/inventory.ts'
import { createListFilters } from './create-list-filters.ts'

/** What the server list shows and in which order; survives leaving the list. */
export const useServerFilters = defineStore('server-filters', () => createListFilters<(typeof serverSortKeys)[number]>())
