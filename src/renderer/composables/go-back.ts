import type { RouteLocationRaw, Router } from 'vue-router'

/**
 * Goes to the previous page, or to `fallback` if there is none. The browser goes back asynchronously. If the user opens
 * a page in the meantime, that page is opened after the browser has gone back. With `router.back()` alone, the browser
 * would leave that page again.
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
