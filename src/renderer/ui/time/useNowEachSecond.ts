import { onScopeDispose, readonly, ref, type Ref } from 'vue'
import { secondMs } from '#shared/durations.ts'

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
