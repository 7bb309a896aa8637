import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { FileOrPastedText } from '#renderer/composables/useFileOrPastedText.ts'

/** Keeps the file of the last plan, so that the page shows the file again after the plan was discarded. */
export const useLastPlannedCsvFile = defineStore('last-planned-csv-file', () => {
  const last = shallowRef<Omit<FileOrPastedText<unknown>, 'content'> | null>(null)
  return { last }
})
