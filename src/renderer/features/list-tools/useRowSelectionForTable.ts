import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RowSelectionStore } from '#renderer/stores/create-row-selection.ts'
import type { TableRowSelection } from '#renderer/ui/table/table-row-selection-interface.ts'
import { useFormatDomainOrServerCount, type SelectableListName } from './useFormatDomainOrServerCount.ts'
import type { useRefreshRowSelectionAndSelectAll } from './useRefreshRowSelectionAndSelectAll.ts'

interface SelectableRow {
  accountId: string
  name: string
  decodedName?: string | null
}

/** The selection as the table and the selection bar show it. `matching`: see `useRefreshRowSelectionAndSelectAll`. */
export function useRowSelectionForTable<Row extends SelectableRow>({
  list,
  selection,
  selecting,
  matching,
  isFiltered,
}: {
  list: SelectableListName
  selection: RowSelectionStore<Row>
  selecting: Pick<
    ReturnType<typeof useRefreshRowSelectionAndSelectAll<Row, unknown>>,
    'all' | 'set' | 'selectAll' | 'toggleAll'
  >
  matching: Readonly<Ref<number | null>>
  isFiltered: () => boolean
}) {
  const { t } = useI18n()
  const formatRowCount = useFormatDomainOrServerCount(list)

  /** Text of the action that selects all rows of the filters. */
  const allLabel = computed(() => {
    if (selection.isFull)
      return selection.shownSelectedCount > 0
        ? t('listTools.selection.clearShown')
        : t('listTools.selection.most', { n: formatRowCount(selection.maxSelected) })
    if (matching.value === null) return t('listTools.selection.uncounted')
    const total = matching.value
    const n = formatRowCount(Math.min(total, selection.maxSelectedAmongShown))
    if (total > selection.maxSelectedAmongShown) {
      // Rows that are selected already may come after the first ones, and stay selected.
      const key = selection.shownSelectedCount > 0 ? 'firstToo' : 'first'
      return t(`listTools.selection.${key}`, { n, total: formatRowCount(total) })
    }
    if (!isFiltered()) return t('listTools.selection.all', { n })
    // The hidden rows stay selected.
    const key = selection.count > selection.shownSelectedCount ? 'matchingToo' : 'matching'
    return t(`listTools.selection.${key}`, { n }, total)
  })
  const selectAllText = computed(() =>
    selecting.all.value === 'all' || selection.isFull || !matching.value ? null : allLabel.value,
  )
  const rowSelection = computed<TableRowSelection<Row>>(() => ({
    isRowSelected: selection.has,
    labelOf: ({ name, decodedName }) => t('listTools.selection.checkbox', { name: decodedName ?? name }),
    set: selecting.set,
    all: selecting.all.value,
    allLabel: allLabel.value,
    toggleAll: selecting.toggleAll,
    selectAll: () => void selecting.selectAll(),
    maxRange: selection.maxSelected,
  }))

  return { rowSelection, selectAllText }
}
