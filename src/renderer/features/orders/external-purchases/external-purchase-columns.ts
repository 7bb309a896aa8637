import type { ComposerTranslation } from 'vue-i18n'
import type { ExternalPurchase } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

/**
 * Creates the columns. Some columns help the user decide whether a call was a purchase outside Banto. These are never
 * hidden.
 */
export function createExternalPurchaseColumns(t: ComposerTranslation): TableColumn<ExternalPurchase>[] {
  return [
    { key: 'at', title: t('orders.externalPurchases.column.at'), width: 166, render: 'at' },
    { key: 'kind', title: t('orders.externalPurchases.column.kind'), width: 128, render: 'kind' },
    { key: 'target', title: t('orders.externalPurchases.column.target'), flex: 4, minWidth: 136, render: 'target' },
    {
      key: 'account',
      title: t('orders.externalPurchases.column.account'),
      flex: 3,
      minWidth: 92,
      hidePriorityWhenNarrow: 1,
      render: 'account',
    },
    { key: 'status', title: t('orders.externalPurchases.column.status'), width: 144, render: 'status' },
    { key: 'sender', title: t('orders.externalPurchases.column.sender'), width: 176, render: 'sender' },
    {
      key: 'address',
      title: t('orders.externalPurchases.column.address'),
      width: 152,
      hidePriorityWhenNarrow: 2,
      mono: true,
      text: (row) => row.ipAddress ?? '—',
    },
  ]
}
