import { computed, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { availableDomainDetailKinds } from '#shared/detail-kinds.ts'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useCopyText } from '#renderer/features/list-tools/useCopyText.ts'
import { useDomainSelection } from '#renderer/stores/domain-selection.ts'
import type { RowMenuRequest } from '#renderer/ui/table/useTableShortcutsAndTypeAhead.ts'

/** The context menu of the domain list and what it does. `openSelectionTags`: opens the drawer for the tags of the selection. */
export function useDomainRowActions({ openSelectionTags }: { openSelectionTags: () => unknown }) {
  const { t, locale } = useI18n()
  const selection = useDomainSelection()
  const copyText = useCopyText()
  const menu = shallowRef<RowMenuRequest<DomainRow> | null>(null)
  /** The domains whose tags are changed, if they are not the selected ones. */
  const tagTargets = shallowRef<AnnotationTarget[] | null>(null)

  /** The menu acts on the selection if its row is selected, and else on its row. */
  const menuRows = computed(() => {
    if (menu.value === null) return []
    return selection.has(menu.value.row) ? selection.rows : [menu.value.row]
  })

  function changeTags(rows: readonly DomainRow[]): void {
    if (rows === selection.rows) openSelectionTags()
    else tagTargets.value = rows.map(({ accountId, name }) => ({ kind: 'domain', accountId, name }))
  }

  /** Copies the names of the selection; without one, the name of the row. */
  function copyNames(row: DomainRow | null): void {
    const rows = selection.count > 0 ? selection.rows : row ? [row] : []
    if (rows.length === 0) return
    const n = rows.length.toLocaleString(locale.value)
    void copyText(
      rows.map(({ name, decodedName }) => decodedName ?? name).join('\n'),
      t('listTools.menu.namesCopied', { n }, rows.length),
    )
  }

  /** Reads all details of a domain that the service gives. Returns whether all could be read. */
  async function refresh({ accountId, name, status }: DomainRow): Promise<boolean> {
    const detailKinds = availableDomainDetailKinds(status)
    const domain = await mainCommands.inventory.refreshDomain({ accountId, name, detailKinds })
    return detailKinds.every((kind) => domain[kind].error === null)
  }

  return { menu, menuRows, tagTargets, changeTags, copyNames, refresh }
}
