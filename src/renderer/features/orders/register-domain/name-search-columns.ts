import type { ComposerTranslation } from 'vue-i18n'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { compareSortValues } from '#renderer/ui/table/compare-sort-values.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'

export type NameSearchSortKey = 'asked' | 'name' | 'register' | 'renew'

export function nameSearchColumns(t: ComposerTranslation): TableColumn<NameSearchResult>[] {
  return [
    { key: 'name', title: t('purchase.acquire.name'), flex: 4, minWidth: 140, sortable: true, render: 'name' },
    { key: 'availability', title: t('purchase.acquire.availability'), flex: 4, minWidth: 140, render: 'availability' },
    {
      key: 'register',
      title: t('purchase.acquire.firstYear'),
      width: 92,
      align: 'right',
      sortable: true,
      render: 'register',
    },
    {
      key: 'renew',
      title: t('purchase.acquire.perYear'),
      width: 92,
      align: 'right',
      sortable: true,
      text: ({ availability }) => formatYen(availability?.prices?.renew ?? null, t),
    },
    { key: 'add', title: t('purchase.acquire.basket'), hidesTitle: true, width: 76, align: 'right', render: 'add' },
  ]
}

function valueOf({ name, typed, availability }: NameSearchResult, key: NameSearchSortKey): string | number | null {
  if (key === 'name') return name ?? typed
  return key === 'asked' ? null : (availability?.prices?.[key] ?? null)
}

/**
 * `asked`: in the order of the results, invalid names last. `register` and `renew`: available names first, then by
 * price, rows without a price last.
 */
export function sortNameSearchResults(
  rows: readonly NameSearchResult[],
  key: NameSearchSortKey,
  isDescending: boolean,
): readonly NameSearchResult[] {
  if (key === 'asked') return [...rows.filter(({ name }) => name !== null), ...rows.filter(({ name }) => name === null)]
  return rows.toSorted((a, b) => {
    const free = Number(b.availability?.available === true) - Number(a.availability?.available === true)
    if (key !== 'name' && free !== 0) return free
    return compareSortValues(valueOf(a, key), valueOf(b, key), isDescending)
  })
}
