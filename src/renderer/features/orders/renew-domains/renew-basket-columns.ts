import type { ComposerTranslation } from 'vue-i18n'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import type { RenewBasketLine } from './renew-basket-line.ts'
import type { ExpiryChange } from './renew-basket-store.ts'

/** A row of the table: a line, or under it what is to be told of its expiry. */
export interface RenewBasketRow {
  line: RenewBasketLine
  expiryChange: ExpiryChange | null
}

/** `asked`: as they came, what can be renewed first. */
export type RenewBasketSortKey = 'asked' | 'name' | 'account' | 'expiry' | 'price'

/**
 * `isWide`: there is room for how far the expiry is. The reason beside the price tells what matters of the status and of auto-renew that is
 * on, and the side whose account pays.
 */
export function renewBasketColumns(t: ComposerTranslation, isWide: boolean): TableColumn<RenewBasketRow>[] {
  return [
    { key: 'tick', title: t('orders.renew.column.tick'), hidesTitle: true, width: 36, render: 'tick' },
    { key: 'name', title: t('orders.renew.column.name'), flex: 4, minWidth: 160, sortable: true, render: 'name' },
    {
      key: 'account',
      title: t('orders.renew.column.account'),
      flex: 3,
      minWidth: 92,
      givesWay: 3,
      sortable: true,
      render: 'account',
    },
    { key: 'status', title: t('orders.renew.column.status'), width: 128, givesWay: 5, render: 'status' },
    {
      key: 'expiry',
      title: t('orders.renew.column.expiry'),
      width: isWide ? 168 : 92,
      givesWay: 1,
      sortable: true,
      render: 'expiry',
    },
    { key: 'newExpiry', title: t('orders.renew.column.newExpiry'), width: 92, givesWay: 4, render: 'newExpiry' },
    { key: 'autoRenew', title: t('orders.renew.column.autoRenew'), width: 88, givesWay: 2, render: 'autoRenew' },
    { key: 'years', title: t('orders.renew.column.years'), width: 72, render: 'years' },
    {
      key: 'price',
      title: t('orders.renew.column.price'),
      flex: 2,
      minWidth: 124,
      align: 'right',
      sortable: true,
      render: 'price',
    },
  ]
}

/** The sort value of a line. Lines without a value are last in both directions. */
export function sortRenewBasketLines(
  lines: readonly RenewBasketLine[],
  valueOf: (line: RenewBasketLine) => string | number | null,
  isDescending: boolean,
): RenewBasketLine[] {
  const sign = isDescending ? -1 : 1
  return lines.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return (
      sign *
      (typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right)))
    )
  })
}
