import type { ComposerTranslation } from 'vue-i18n'
import type { Column } from '../../../ui/column.ts'
import type { BasketLine } from './basket-line.ts'
import type { Moved } from './renew-basket.ts'

/** A row of the table: a line, or under it what is to be told of its expiry. */
export interface BasketRow {
  line: BasketLine
  moved: Moved | null
}

/** `asked`: as they came, what can be renewed first. */
export type BasketSort = 'asked' | 'name' | 'account' | 'expiry' | 'price'

/** `isWide`: there is room for the status, for how far the expiry is and for the new one; the reason beside the price tells what matters of the status. */
export function basketColumns(t: ComposerTranslation, isWide: boolean): Column<BasketRow>[] {
  const status: Column<BasketRow> = { key: 'status', title: t('orders.renew.column.status'), width: 128, render: 'status' }
  const newExpiry: Column<BasketRow> = { key: 'newExpiry', title: t('orders.renew.column.newExpiry'), width: 92, render: 'newExpiry' }
  return [
    { key: 'tick', title: t('orders.renew.column.tick'), hidesTitle: true, width: 40, render: 'tick' },
    { key: 'name', title: t('orders.renew.column.name'), flex: 4, minWidth: 130, sortable: true, render: 'name' },
    { key: 'account', title: t('orders.renew.column.account'), flex: 3, minWidth: 88, sortable: true, render: 'account' },
    ...(isWide ? [status] : []),
    { key: 'expiry', title: t('orders.renew.column.expiry'), width: isWide ? 168 : 92, sortable: true, render: 'expiry' },
    ...(isWide ? [newExpiry] : []),
    { key: 'autoRenew', title: t('orders.renew.column.autoRenew'), width: 104, render: 'autoRenew' },
    { key: 'years', title: t('orders.renew.column.years'), width: 76, render: 'years' },
    { key: 'price', title: t('orders.renew.column.price'), flex: 2, minWidth: 124, align: 'right', sortable: true, render: 'price' },
  ]
}

/** What a line is sorted by; lines without a value stand last, whatever the direction. */
export function sortLines(lines: readonly BasketLine[], valueOf: (line: BasketLine) => string | number | null, isDescending: boolean): BasketLine[] {
  const sign = isDescending ? -1 : 1
  return lines.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right)))
  })
}
