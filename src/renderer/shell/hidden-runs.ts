import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Ended runs that the person has looked at and put away; they stay in the list of orders. */
export const useHiddenRuns = defineStore('hidden-runs', () => {
  const ids = shallowRef<ReadonlySet<string>>(new Set())

  function hide(runId: string): void {
    ids.value = new Set([...ids.value, runId])
  }

  return { ids, hide }
})
