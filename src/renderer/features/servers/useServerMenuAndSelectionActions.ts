import { computed, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { WireError } from '#shared/app-error.ts'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useRowMenuAndCopy } from '#renderer/features/list-tools/useRowMenuAndCopy.ts'
import { useServerSelection } from '#renderer/stores/server-selection.ts'

/** The context menu and the selection bar of the server list, and what they do. */
export function useServerMenuAndSelectionActions() {
  const router = useRouter()
  const selection = useServerSelection()
  /** The servers whose tags are changed. `selected`: those that are selected now. */
  const tagged = shallowRef<'selected' | readonly ServerRow[] | null>(null)
  const tagTargets = computed<AnnotationTarget[] | null>(() => {
    const rows = tagged.value === 'selected' ? selection.rows : tagged.value
    return rows && rows.map(({ accountId, name }) => ({ kind: 'server', accountId, name }))
  })

  function changeTags(rows: readonly ServerRow[] | null): void {
    tagged.value = rows === selection.rows ? 'selected' : rows
  }

  /** Closes the drawer when the selection becomes empty, so that a later selection does not show it again. */
  watch(
    () => selection.count,
    (count) => {
      if (count === 0 && tagged.value === 'selected') tagged.value = null
    },
  )

  /** Reads the information and the usage of a server. The other columns of the list need a call for the whole list. */
  async function refresh({ accountId, name }: ServerRow): Promise<WireError[]> {
    const { info, usage } = await mainCommands.inventory.refreshServer({ accountId, name })
    return [info, usage].flatMap(({ error }) => error ?? [])
  }

  /**
   * Opens the page on which the versions of several servers are read or changed. The selected servers are selected
   * there.
   */
  function openVersions(): void {
    void router.push({ name: 'many-servers', query: { only: 'selected' } })
  }

  return { ...useRowMenuAndCopy(selection), tagTargets, changeTags, refresh, openVersions }
}
