import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ServerFilter, serverSortKeys } from '#shared/ipc/inventory.ts'
import { expiresWithin, type ExpiryChoice } from '../../ui/expiry-choices.ts'

export type ServerSort = (typeof serverSortKeys)[number]

/** What the server list shows and in which order; survives leaving the list. */
export const useServerFilters = defineStore('server-filters', () => {
  const text = ref('')
  /** Empty: every status. */
  const statuses = ref<string[]>([])
  const expiry = ref<ExpiryChoice>('any')
  const sort = ref<ServerSort>('name')
  const isDescending = ref(false)

  const isFiltered = computed(() => text.value.trim() !== '' || statuses.value.length > 0 || expiry.value !== 'any')

  function filterFor(accountIds: string[] | null): ServerFilter {
    return {
      accountIds,
      statuses: statuses.value.length > 0 ? statuses.value : null,
      expiresWithinDays: expiresWithin(expiry.value),
      text: text.value.trim(),
    }
  }

  /** Shows what another view points at, and nothing else; what expires soon stands in the order in which it does. */
  function show(only: { statuses?: string[]; expiry?: ExpiryChoice; text?: string }): void {
    text.value = only.text ?? ''
    statuses.value = only.statuses ?? []
    expiry.value = only.expiry ?? 'any'
    if (only.expiry === undefined) return
    sort.value = 'expiry'
    isDescending.value = false
  }

  return { text, statuses, expiry, sort, isDescending, isFiltered, filterFor, show, clear: () => show({}) }
})
