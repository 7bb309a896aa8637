import type { ComposerTranslation } from 'vue-i18n'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import type { RenewBasketLine } from './renew-basket-line.ts'
import type { QuoteRowProblem } from '#renderer/features/orders/checkout/describe-quote-problem.ts'
import type { FoundExpiryDateChange } from './renew-basket-store.ts'

/** A row of the table: a line of the basket, or a note below it over the whole width. */
export interface RenewBasketTableRow {
  line: RenewBasketLine
  /** Null: the row is the line itself. */
  note: RenewBasketProblemOrExpiryChange | null
  hasNoteBelow: boolean
}

/** `problem`: why the domain cannot be renewed. The price column would cut the text off. */
export type RenewBasketProblemOrExpiryChange =
  { kind: 'expiryChange'; change: FoundExpiryDateChange } | { kind: 'problem'; problem: QuoteRowProblem }

/**
 * `isWide`: the window has space for the time until the expiry date. In a narrow table, columns whose content other
 * parts of the view show, too, are hidden first (`hidePriorityWhenNarrow`).
 */
export function createRenewBasketColumns(t: ComposerTranslation, isWide: boolean): TableColumn<RenewBasketTableRow>[] {
  return [
    { key: 'checkbox', title: t('orders.renew.column.checkbox'), hidesTitle: true, width: 32, render: 'checkbox' },
    { key: 'name', title: t('orders.renew.column.name'), flex: 4, minWidth: 160, sortable: true, render: 'name' },
    {
      key: 'account',
      title: t('orders.renew.column.account'),
      flex: 3,
      minWidth: 92,
      hidePriorityWhenNarrow: 2,
      sortable: true,
      render: 'account',
    },
    { key: 'status', title: t('orders.renew.column.status'), width: 128, hidePriorityWhenNarrow: 5, render: 'status' },
    {
      key: 'expiry',
      title: t('orders.renew.column.expiry'),
      width: isWide ? 168 : 92,
      hidePriorityWhenNarrow: 1,
      sortable: true,
      render: 'expiry',
    },
    {
      key: 'newExpiry',
      title: t('orders.renew.column.newExpiry'),
      width: 92,
      hidePriorityWhenNarrow: 4,
      render: 'newExpiry',
    },
    {
      key: 'autoRenew',
      title: t('orders.renew.column.autoRenew'),
      width: 100,
      hidePriorityWhenNarrow: 3,
      render: 'autoRenew',
    },
    { key: 'years', title: t('orders.renew.column.years'), width: 72, render: 'years' },
    ...(isWide
      ? [
          {
            key: 'reason',
            title: t('orders.renew.column.reason'),
            width: 168,
            hidePriorityWhenNarrow: 6,
            render: 'reason',
          },
        ]
      : []),
    {
      key: 'price',
      title: t('orders.renew.column.price'),
      flex: 2,
      minWidth: 92,
      align: 'right',
      sortable: true,
      render: 'price',
    },
  ]
}
