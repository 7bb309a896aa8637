import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { serverSortKeys } from '#shared/ipc/inventory.ts'

export type ServerSort = (typeof serverSortKeys)[number]

/** What the server list shows and in which order; survives leaving the list. */
export const useServerFilters = defineStore('server-filters', () => {
  const text = ref('')
  /** Empty: every status. */
  const statuses = ref<string[]>([])
  const sort = ref<ServerSort>('name')
  const isDescending = ref(false)

  const isFiltered = computed(() => text.value.trim() !== '' || statuses.value.length > 0)

  /** Shows what another view points at and nothing else. */
  function show(only: { statuses?: string[]; text?: string }): void {
    text.value = only.text ?? ''
    statuses.value = only.statuses ?? []
  }

  return { text, statuses, sort, isDescending, isFiltered, show, clear: () => show({}) }
})
