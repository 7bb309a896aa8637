import { computed, ref, shallowRef } from 'vue'
import { maxDaysToExpiry, type ExpiryChoice } from '#renderer/ui/filters/expiry-choices.ts'

/** What another view points at. */
export interface PresetListFilters {
  statuses?: string[]
  expiry?: ExpiryChoice
  text?: string
}

/** By what a list of things that expire is filtered, and in which order it stands. */
export function createListFilters<Sort extends string>() {
  const text = ref('')
  /** Empty: every status. */
  const statuses = ref<string[]>([])
  const expiry = ref<ExpiryChoice>('any')
  const sort = shallowRef<Sort | 'name' | 'expiry'>('name')
  const isDescending = ref(false)

  const isSearched = computed(() => text.value.trim() !== '')
  const isFiltered = computed(() => isSearched.value || statuses.value.length > 0 || expiry.value !== 'any')

  function filterFor(accountIds: string[] | null) {
    return {
      accountIds,
      statuses: statuses.value.length > 0 ? statuses.value : null,
      expiresWithinDays: maxDaysToExpiry(expiry.value),
      text: text.value.trim(),
    }
  }

  /** Shows what another view points at, and nothing else; what expires soon stands in the order in which it does. */
  function show(only: PresetListFilters): void {
    text.value = only.text ?? ''
    statuses.value = only.statuses ?? []
    expiry.value = only.expiry ?? 'any'
    if (only.expiry === undefined) return
    sort.value = 'expiry'
    isDescending.value = false
  }

  return { text, statuses, expiry, sort, isDescending, isSearched, isFiltered, filterFor, show, clear: () => show({}) }
}
