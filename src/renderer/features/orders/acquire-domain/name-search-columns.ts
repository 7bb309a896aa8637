import type { ComposerTranslation } from 'vue-i18n'
import type { NameSearchResult } from '#shared/ipc/name-search.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'

export type NameSearchSortKey = 'asked' | 'name' | 'register' | 'renew'

export function nameSearchColumns(t: ComposerTranslation): TableColumn<NameSearchResult>[] {
  return [
    { key: 'name', title: t('shop.acquire.name'), flex: 4, minWidth: 140, sortable: true, render: 'name' },
    { key: 'availability', title: t('shop.acquire.availability'), flex: 4, minWidth: 140, render: 'availability' },
    {
      key: 'register',
      title: t('shop.acquire.firstYear'),
      width: 92,
      align: 'right',
      sortable: true,
      render: 'register',
    },
    {
      key: 'renew',
      title: t('shop.acquire.perYear'),
      width: 92,
      align: 'right',
      sortable: true,
      text: ({ availability }) => formatYen(availability?.prices?.renew ?? null, t),
    },
    { key: 'add', title: t('shop.acquire.basket'), hidesTitle: true, width: 76, align: 'right', render: 'add' },
  ]
}

function valueOf({ name, typed, availability }: NameSearchResult, key: NameSearchSortKey): string | number | null {
  if (key === 'name') return name ?? typed
  return key === 'asked' ? null : (availability?.prices?.[key] ?? null)
}

/** As they came, but what cannot be a name last; by a value, what can be acquired first and rows without the value last. */
export function sortNameSearchResults(
  rows: readonly NameSearchResult[],
  key: NameSearchSortKey,
  isDescending: boolean,
): readonly NameSearchResult[] {
  if (key === 'asked') return [...rows.filter(({ name }) => name !== null), ...rows.filter(({ name }) => name === null)]
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const free = Number(b.availability?.available === true) - Number(a.availability?.available === true)
    const [left, right] = [valueOf(a, key), valueOf(b, key)]
    if (key !== 'name' && free !== 0) return free
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return (
      sign *
      (typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right)))
    )
  })
}
