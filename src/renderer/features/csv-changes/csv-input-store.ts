import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ReadTextFile } from '#renderer/features/zone-files/useTextFile.ts'

/** The file from which the last plan was made, so that it is still there when the plan is discarded. */
export const useCsvInput = defineStore('csv-input', () => {
  const last = shallowRef<Omit<ReadTextFile<unknown>, 'content'> | null>(null)
  return { last }
})
