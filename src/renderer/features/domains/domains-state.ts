import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { domainSortKeys, DomainFilter } from '#shared/ipc/inventory.ts'

export type DomainSort = (typeof domainSortKeys)[number]

/** Days from today, or the names for no limit and for what has already passed. */
export const expiryChoices = ['any', '7', '30', '60', '90', 'expired'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

/** Rows "within" a number of days include those that have passed; up to yesterday are only those. */
export function expiresWithin(choice: ExpiryChoice): number | null {
  if (choice === 'any') return null
  return choice === 'expired' ? -1 : Number(choice)
}

/** What the domain list shows and in which order; survives leaving the list. */
export const useDomainFilters = defineStore('domain-filters', () => {
  const text = ref('')
  /** Empty: every status. */
  const statuses = ref<string[]>([])
  const expiry = ref<ExpiryChoice>('any')
  const sort = ref<DomainSort>('name')
  const isDescending = ref(false)
  const selectedKey = ref<string | null>(null)

  const isFiltered = computed(() => text.value.trim() !== '' || statuses.value.length > 0 || expiry.value !== 'any')

  function filterFor(accountIds: string[] | null): DomainFilter {
    return {
      accountIds,
      statuses: statuses.value.length > 0 ? statuses.value : null,
      expiresWithinDays: expiresWithin(expiry.value),
      text: text.value.trim(),
    }
  }

  /** Shows what another view points at, e.g. the domains that expire soon, and nothing else. */
  function show(only: { statuses?: string[]; expiry?: ExpiryChoice; text?: string }): void {
    text.value = only.text ?? ''
    statuses.value = only.statuses ?? []
    expiry.value = only.expiry ?? 'any'
  }

  return { text, statuses, expiry, sort, isDescending, selectedKey, isFiltered, filterFor, show, clear: () => show({}) }
})
