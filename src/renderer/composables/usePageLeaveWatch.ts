import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'

interface PageLeaveWatch {
  /** Call it when a background step starts. `hasLeft` returns whether the user has left the page since. */
  start(): { hasLeft: () => boolean }
}

/**
 * Watches whether the user leaves the page. A navigation that is still loading counts as leaving, because opening
 * another page would cancel it.
 */
export function usePageLeaveWatch(): PageLeaveWatch {
  const router = useRouter()
  let leaveCount = 0
  const stop = router.beforeEach((to, from) => {
    if (to.path !== from.path) leaveCount += 1
  })
  onScopeDispose(() => {
    stop()
    leaveCount += 1
  })
  return {
    start() {
      const before = leaveCount
      return { hasLeft: () => leaveCount !== before }
    },
  }
}
