import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { maxSelectedDomains, useDomainSelection } from '#renderer/stores/domain-selection.ts'
import type { RowSelection } from '#renderer/ui/table/row-selection.ts'
import type { useDomainSelectionUpdates } from './useDomainSelectionUpdates.ts'

/** The selection as the table and the selection bar show it. `matching`: see `useDomainSelectionUpdates`. */
export function useDomainSelectionForTable(
  selecting: ReturnType<typeof useDomainSelectionUpdates>,
  matching: Readonly<Ref<number | null>>,
) {
  const { t, locale } = useI18n()
  const filters = useDomainFilters()
  const selection = useDomainSelection()

  /** Text of the action that selects all rows of the filters. */
  const allLabel = computed(() => {
    if (selection.isFull)
      return selection.listedCount > 0
        ? t('domains.selection.clearListed')
        : t('domains.selection.most', { n: maxSelectedDomains.toLocaleString(locale.value) })
    if (matching.value === null) return t('domains.selection.uncounted')
    const total = matching.value
    const n = Math.min(total, selection.maxListedSelection).toLocaleString(locale.value)
    if (total > selection.maxListedSelection)
      return t('domains.selection.first', { n, total: total.toLocaleString(locale.value) })
    if (!filters.isFiltered) return t('domains.selection.all', { n })
    // The hidden domains stay selected.
    const key = selection.count > selection.listedCount ? 'matchingToo' : 'matching'
    return t(`domains.selection.${key}`, { n }, total)
  })
  const selectAllText = computed(() =>
    selecting.all.value === 'all' || selection.isFull || !matching.value ? null : allLabel.value,
  )
  const rowSelection = computed<RowSelection<DomainRow>>(() => ({
    isRowSelected: selection.has,
    labelOf: ({ name, decodedName }) => t('domains.selection.tick', { name: decodedName ?? name }),
    set: selecting.set,
    all: selecting.all.value,
    allLabel: allLabel.value,
    toggleAll: selecting.toggleAll,
    selectAll: () => void selecting.selectAll(),
    maxRange: maxSelectedDomains,
  }))

  return { rowSelection, selectAllText }
}
