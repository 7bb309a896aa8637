import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'

/**
 * Returns a function to call when a background step starts. The result is a function that says whether the user has
 * left the page since. A navigation that is still loading counts as leaving, because opening another page would cancel
 * it.
 */
export function useTrackLeavingPage(): () => () => boolean {
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
