import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { DetectedChangeField, DetectedChangeFilter } from '#shared/ipc/detected-changes.ts'

export const useDetectedChangeFilters = defineStore('detected-change-filters', () => {
  const text = ref('')
  /** Empty: every field. */
  const fields = ref<DetectedChangeField[]>([])
  const isFiltered = computed(() => text.value.trim() !== '' || fields.value.length > 0)

  function filterFor(accountIds: string[] | null): DetectedChangeFilter {
    return { accountIds, text: text.value.trim(), fields: fields.value.length > 0 ? fields.value : null, target: null }
  }

  function clear(): void {
    text.value = ''
    fields.value = []
  }

  return { text, fields, isFiltered, filterFor, clear }
})
