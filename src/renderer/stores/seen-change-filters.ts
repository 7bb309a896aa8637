import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { SeenChangeField, SeenChangeFilter } from '#shared/ipc/seen-changes.ts'

export const useSeenChangeFilters = defineStore('seen-change-filters', () => {
  const text = ref('')
  /** Empty: every field. */
  const fields = ref<SeenChangeField[]>([])
  const isFiltered = computed(() => text.value.trim() !== '' || fields.value.length > 0)

  function filterFor(accountIds: string[] | null): SeenChangeFilter {
    return { accountIds, text: text.value.trim(), fields: fields.value.length > 0 ? fields.value : null, target: null }
  }

  function clear(): void {
    text.value = ''
    fields.value = []
  }

  return { text, fields, isFiltered, filterFor, clear }
})
