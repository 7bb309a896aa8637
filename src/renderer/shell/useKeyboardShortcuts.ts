import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { areas, getAreaRoute } from '#renderer/areas.ts'

/** Ctrl/Cmd+K opens the search; Ctrl/Cmd+1 to 8 open the areas. */
export function useKeyboardShortcuts(openSearch: () => void): void {
  const router = useRouter()

  function onKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const area = areas[Number(event.key) - 1]
    if (event.key.toLowerCase() === 'k') openSearch()
    else if (area) void router.push(getAreaRoute(area))
    else return
    event.preventDefault()
  }

  useEventListener(window, 'keydown', onKey)
}
