import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'

/**
 * Returns a function to be called when a background step begins. It returns a function that returns whether the page was
 * left since. A page that was asked for and still loads counts, because opening another one would cancel it.
 */
export function useLeaveTracking(): () => () => boolean {
  const router = useRouter()
  let left = 0
  const stop = router.beforeEach((to, from) => {
    if (to.path !== from.path) left += 1
  })
  onScopeDispose(() => {
    stop()
    left += 1
  })
  return () => {
    const before = left
    return () => left !== before
  }
}
