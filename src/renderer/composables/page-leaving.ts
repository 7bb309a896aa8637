import { onScopeDispose } from 'vue'
import { useRouter, type RouteLocationRaw, type Router } from 'vue-router'

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

/**
 * Goes to the previous page, or to `fallback` if there is none. The browser goes back asynchronously. If the user opens a page in the
 * meantime, that page is opened after the browser has gone back. With `router.back()` alone, the browser would leave that page again.
 */
export function goBack(router: Router, fallback: RouteLocationRaw): void {
  const { history } = router.options
  if (typeof history.state['back'] !== 'string') return void router.replace(fallback)
  let wanted: string | null = null
  let hasGone = false
  const stopListening = history.listen(() => {
    hasGone = true
  })
  const stop = router.beforeEach((to) => {
    if (!hasGone) {
      wanted = to.fullPath
      return false
    }
    stop()
    stopListening()
    return wanted ?? true
  })
  router.back()
}
