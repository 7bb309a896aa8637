import { createGlobalState } from '@vueuse/core'
import { readonly, ref } from 'vue'

const intervalMs = 10_000

/** The current time in epoch milliseconds, shared by all views; updated every ten seconds. */
export const useNowEachTenSeconds = createGlobalState(() => {
  const now = ref(Date.now())
  // The interval of vueuse does not run without a document, as in tests of composables.
  setInterval(() => {
    now.value = Date.now()
  }, intervalMs)
  return readonly(now)
})
