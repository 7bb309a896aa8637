import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'

/**
 * `const hasLeft = trackLeaving()` at the start of a background step; later, `hasLeft()` returns whether the user has left the page. A navigation
 * that is still loading counts as leaving, because opening another page would cancel it.
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
