import { createGlobalState } from '@vueuse/core'
import { readonly, ref } from 'vue'

const tickMs = 10_000

/** The present, epoch milliseconds, shared by everything that shows an age; moves every ten seconds. */
export const useNow = createGlobalState(() => {
  const now = ref(Date.now())
  // Not vueuse's own interval: that one stands still without a document, as in tests of composables.
  setInterval(() => {
    now.value = Date.now()
  }, tickMs)
  return readonly(now)
})
