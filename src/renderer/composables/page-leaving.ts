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
 * Goes to the page before, or to `fallback` if there is none. The browser goes back some time after it was asked to. A
 * page that the user opens in between waits for it and is opened then; `router.back()` alone would throw the user back.
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
