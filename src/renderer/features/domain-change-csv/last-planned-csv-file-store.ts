import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { FileOrPastedText } from '#renderer/composables/useFileOrPastedText.ts'

/** The file from which the last plan was made, so that it is still there when the plan is discarded. */
export const useLastPlannedCsvFile = defineStore('last-planned-csv-file', () => {
  const last = shallowRef<Omit<FileOrPastedText<unknown>, 'content'> | null>(null)
  return { last }
})
