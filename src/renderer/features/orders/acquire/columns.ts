import type { ComposerTranslation } from 'vue-i18n'
import type { FoundName } from '#shared/ipc/orders.ts'
import type { Column } from '../../../ui/column.ts'
import { formatYen } from '../quote/format-yen.ts'

export type FoundSortKey = 'asked' | 'name' | 'register' | 'renew'

export function foundColumns(t: ComposerTranslation): Column<FoundName>[] {
  return [
    { key: 'name', title: t('shop.acquire.name'), flex: 4, minWidth: 140, sortable: true, render: 'name' },
    { key: 'availability', title: t('shop.acquire.availability'), flex: 4, minWidth: 140, render: 'availability' },
    { key: 'register', title: t('shop.acquire.firstYear'), width: 92, align: 'right', sortable: true, render: 'register' },
    { key: 'renew', title: t('shop.acquire.perYear'), width: 92, align: 'right', sortable: true, text: ({ availability }) => formatYen(availability?.prices?.renew ?? null, t) },
    { key: 'add', title: t('shop.acquire.basket'), hidesTitle: true, width: 76, align: 'right', render: 'add' },
  ]
}

function valueOf({ name, typed, availability }: FoundName, key: FoundSortKey): string | number | null {
  if (key === 'name') return name ?? typed
  return key === 'asked' ? null : (availability?.prices?.[key] ?? null)
}

/** As they came, but what cannot be a name last; by a value, what can be acquired first and rows without the value last. */
export function sortFound(rows: readonly FoundName[], key: FoundSortKey, isDescending: boolean): readonly FoundName[] {
  if (key === 'asked') return [...rows.filter(({ name }) => name !== null), ...rows.filter(({ name }) => name === null)]
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const free = Number(b.availability?.available === true) - Number(a.availability?.available === true)
    const [left, right] = [valueOf(a, key), valueOf(b, key)]
    if (key !== 'name' && free !== 0) return free
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right)))
  })
}
