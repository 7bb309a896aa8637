import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { useShownDomainOrServerAsRecordTarget } from '#renderer/composables/useShownDomainOrServerAsRecordTarget.ts'
import { useShowDomainsPointingTo } from '#renderer/composables/useShowDomainsPointingTo.ts'
import { isModalDialogOpen } from '#renderer/ui/dialogs/is-modal-dialog-open.ts'
import { areas, getAreaRoute } from '#renderer/app-areas-and-routes.ts'

/**
 * Ctrl/Cmd+K opens the search; Ctrl/Cmd+1 to 8 open the areas; Ctrl/Cmd+Shift+P lists the zones that point to what is
 * shown. While a dialog or the search is open, none of them acts.
 */
export function useKeyboardShortcuts(openSearch: () => void): void {
  const router = useRouter()
  const shown = useShownDomainOrServerAsRecordTarget()
  const showPointingZones = useShowDomainsPointingTo()

  function onKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isModalDialogOpen()) return
    if (event.shiftKey) {
      if (event.key.toLowerCase() !== 'p' || shown.value === null) return
      event.preventDefault()
      return showPointingZones(shown.value.filter)
    }
    const area = areas[Number(event.key) - 1]
    if (event.key.toLowerCase() === 'k') openSearch()
    else if (area) void router.push(getAreaRoute(area))
    else return
    event.preventDefault()
  }

  useEventListener(window, 'keydown', onKey)
}
