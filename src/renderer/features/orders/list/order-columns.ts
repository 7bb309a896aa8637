import type { ComposerTranslation } from 'vue-i18n'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

export type OrderRow = Omit<OrderIntentView, 'steps'>

export function createOrderColumns(t: ComposerTranslation): TableColumn<OrderRow>[] {
  return [
    { key: 'status', title: t('orders.column.state'), flex: 4, minWidth: 160, sortable: true, render: 'status' },
    { key: 'target', title: t('orders.column.target'), flex: 4, minWidth: 136, sortable: true, render: 'target' },
    { key: 'kind', title: t('orders.column.kind'), flex: 4, minWidth: 140, hidePriorityWhenNarrow: 1, render: 'kind' },
    { key: 'account', title: t('orders.column.account'), flex: 3, minWidth: 94, sortable: true, render: 'account' },
    {
      key: 'yen',
      title: t('orders.column.yen'),
      width: 84,
      hidePriorityWhenNarrow: 0,
      align: 'right',
      sortable: true,
      render: 'yen',
    },
    {
      key: 'createdAt',
      title: t('orders.column.createdAt'),
      width: 156,
      align: 'right',
      sortable: true,
      render: 'createdAt',
    },
    { key: 'age', title: t('orders.column.age'), width: 92, hidePriorityWhenNarrow: 2, align: 'right', render: 'age' },
  ]
}
