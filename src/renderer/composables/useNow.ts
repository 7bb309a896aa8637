import { readonly, ref, type DeepReadonly, type Ref } from 'vue'

const tickMs = 10_000
const now = ref(Date.now())
let isTicking = false

/** The present, epoch milliseconds, shared by everything that shows an age; moves every ten seconds. */
export function useNow(): DeepReadonly<Ref<number>> {
  if (!isTicking) {
    isTicking = true
    setInterval(() => {
      now.value = Date.now()
    }, tickMs)
  }
  return readonly(now)
}
