import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { domainSortKeys, DomainFilter } from '#shared/ipc/inventory.ts'
import { expiresWithin, type ExpiryChoice } from '../../ui/expiry-choices.ts'

export type DomainSort = (typeof domainSortKeys)[number]

/** What the domain list shows and in which order; survives leaving the list. */
export const useDomainFilters = defineStore('domain-filters', () => {
  const text = ref('')
  /** Empty: every status. */
  const statuses = ref<string[]>([])
  const expiry = ref<ExpiryChoice>('any')
  const sort = ref<DomainSort>('name')
  const isDescending = ref(false)
  const selectedKey = ref<string | null>(null)

  const isSearched = computed(() => text.value.trim() !== '')
  const isFiltered = computed(() => isSearched.value || statuses.value.length > 0 || expiry.value !== 'any')

  function filterFor(accountIds: string[] | null): DomainFilter {
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

  return { text, statuses, expiry, sort, isDescending, selectedKey, isSearched, isFiltered, filterFor, show, clear: () => show({}) }
})
