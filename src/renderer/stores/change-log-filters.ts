import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ChangeLogFilter } from '#shared/ipc/change-log.ts'

export const useChangeLogFilters = defineStore('change-log-filters', () => {
  const text = ref('')
  /** Empty: every kind. */
  const kinds = ref<NonNullable<ChangeLogFilter['kinds']>>([])
  /** Empty: every result. */
  const results = ref<NonNullable<ChangeLogFilter['results']>>([])
  const isFiltered = computed(() => text.value.trim() !== '' || kinds.value.length > 0 || results.value.length > 0)

  function filterFor(accountIds: string[] | null): ChangeLogFilter {
    return {
      accountIds,
      text: text.value.trim(),
      kinds: kinds.value.length > 0 ? kinds.value : null,
      results: results.value.length > 0 ? results.value : null,
      from: null,
      until: null,
    }
  }

  function clear(): void {
    text.value = ''
    kinds.value = []
    results.value = []
  }

  return { text, kinds, results, isFiltered, filterFor, clear }
})
