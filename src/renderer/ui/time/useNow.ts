import { createGlobalState } from '@vueuse/core'
import { onScopeDispose, readonly, ref, type Ref } from 'vue'
import { secondMs } from '#shared/durations.ts'

const tickMs = 10_000

/** The current time in epoch milliseconds, shared by all views; updated every ten seconds. */
export const useNow = createGlobalState(() => {
  const now = ref(Date.now())
  // The interval of vueuse does not run without a document, as in tests of composables.
  setInterval(() => {
    now.value = Date.now()
  }, tickMs)
  return readonly(now)
})

/**
 * The current time in epoch milliseconds, updated every second while the scope exists: for waits that are shown in
 * seconds.
 */
export function useNowEachSecond(): Readonly<Ref<number>> {
  const now = ref(Date.now())
  const timer = setInterval(() => {
    now.value = Date.now()
  }, secondMs)
  onScopeDispose(() => clearInterval(timer))
  return readonly(now)
}
