import { computed, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RowSelectionStore } from '#renderer/stores/create-row-selection.ts'
import type { RowMenuRequest } from '#renderer/ui/table/useTableShortcutsAndTypeAhead.ts'
import { useCopyText } from '#renderer/ui/controls/useCopyText.ts'

/** The context menu of a list whose rows can be selected, and the copying of names by the keyboard. */
export function useRowMenuAndCopy<Row extends { name: string; decodedName?: string | null }>(
  selection: Pick<RowSelectionStore<Row>, 'rows' | 'count' | 'has'>,
) {
  const { t, locale } = useI18n()
  const copyText = useCopyText()
  const menu = shallowRef<RowMenuRequest<Row> | null>(null)

  /** The menu acts on the selection if its row is selected, and else on its row. */
  const menuRows = computed(() => {
    if (menu.value === null) return []
    return selection.has(menu.value.row) ? selection.rows : [menu.value.row]
  })

  /** Copies the names of the selection; without one, the name of the row. */
  function copyNames(row: Row | null): void {
    const rows = selection.count > 0 ? selection.rows : row ? [row] : []
    if (rows.length === 0) return
    const n = rows.length.toLocaleString(locale.value)
    void copyText(
      rows.map(({ name, decodedName }) => decodedName ?? name).join('\n'),
      t('listTools.menu.namesCopied', { n }, rows.length),
    )
  }

  return { menu, menuRows, copyNames }
}
