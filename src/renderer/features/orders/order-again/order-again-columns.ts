import type { ComposerTranslation } from 'vue-i18n'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import type { OrderWithNewQuote } from './match-orders-to-new-quotes.ts'

/**
 * The name, account, current price and, for renewals, the expiry date are always shown: they say what the user pays
 * for. In a narrow table of renewals, the kind is hidden first, because the two dates already show the period.
 */
export function createOrderAgainColumns(
  t: ComposerTranslation,
  hasRenewals: boolean,
): TableColumn<OrderWithNewQuote>[] {
  return [
    { key: 'name', title: t('orders.column.target'), flex: 4, minWidth: 164, render: 'name' },
    { key: 'account', title: t('orders.column.account'), flex: 3, minWidth: 92, render: 'account' },
    {
      key: 'was',
      title: t('orders.orderAgainAtNewPrices.was'),
      width: 88,
      hidePriorityWhenNarrow: 2,
      align: 'right',
      render: 'was',
    },
    { key: 'now', title: t('orders.orderAgainAtNewPrices.now'), flex: 2, minWidth: 92, align: 'right', render: 'now' },
    ...(hasRenewals
      ? [
          { key: 'expiry', title: t('orders.renew.column.expiry'), width: 92, render: 'expiry' },
          {
            key: 'newExpiry',
            title: t('orders.renew.column.newExpiry'),
            width: 92,
            hidePriorityWhenNarrow: 1,
            render: 'newExpiry',
          },
        ]
      : []),
    {
      key: 'kind',
      title: t('orders.column.kind'),
      flex: 4,
      minWidth: 140,
      ...(hasRenewals && { hidePriorityWhenNarrow: 3 }),
      render: 'kind',
    },
  ]
}
