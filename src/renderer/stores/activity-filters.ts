import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ActivityFilter } from '#shared/ipc/activity.ts'

export const useActivityFilters = defineStore('activity-filters', () => {
  const text = ref('')
  /** Empty: every kind. */
  const kinds = ref<NonNullable<ActivityFilter['kinds']>>([])
  /** Empty: every result. */
  const results = ref<NonNullable<ActivityFilter['results']>>([])
  const isFiltered = computed(() => text.value.trim() !== '' || kinds.value.length > 0 || results.value.length > 0)

  function filterFor(accountIds: string[] | null): ActivityFilter {
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
