import { shallowRef } from 'vue'
import type { WireError } from '#shared/app-error.ts'
import { listAvailableDomainDetailKinds } from '#shared/domain-and-server-detail-kinds.ts'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useRowMenuAndCopy } from '#renderer/features/list-tools/useRowMenuAndCopy.ts'
import { useDomainSelection } from '#renderer/stores/domain-selection.ts'
import { isDetailNotOffered } from './is-detail-not-offered.ts'

/**
 * The context menu of the domain list and what it does. `openSelectionTags`: opens the drawer for the tags of the
 * selection.
 */
export function useDomainRowActions({ openSelectionTags }: { openSelectionTags: () => unknown }) {
  const selection = useDomainSelection()
  /** The domains whose tags are changed, if they are not the selected ones. */
  const tagTargets = shallowRef<AnnotationTarget[] | null>(null)

  function changeTags(rows: readonly DomainRow[]): void {
    if (rows === selection.rows) openSelectionTags()
    else tagTargets.value = rows.map(({ accountId, name }) => ({ kind: 'domain', accountId, name }))
  }

  /** Reads all details of a domain that the service gives. Resolves to the errors, except of what it does not have. */
  async function refresh({ accountId, name, status }: DomainRow): Promise<WireError[]> {
    const detailKinds = listAvailableDomainDetailKinds(status)
    const domain = await mainCommands.inventory.refreshDomain({ accountId, name, detailKinds })
    return detailKinds.flatMap((kind) => (isDetailNotOffered(domain, kind) ? [] : (domain[kind].error ?? [])))
  }

  return { ...useRowMenuAndCopy(selection), tagTargets, changeTags, refresh }
}
