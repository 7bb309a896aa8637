import type { ComposerTranslation } from 'vue-i18n'
import type { Customer, CustomerResource } from '#shared/ipc/customers.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

/** The columns of the list of customers. */
export function createCustomerColumns(t: ComposerTranslation, locale: string): TableColumn<Customer>[] {
  const count = (n: number) => (n === 0 ? '—' : n.toLocaleString(locale))
  return [
    {
      key: 'name',
      title: t('customers.column.name'),
      flex: 4,
      minWidth: 212,
      isRequired: true,
      sortable: true,
      render: 'name',
    },
    {
      key: 'domains',
      title: t('customers.column.domains'),
      width: 112,
      align: 'right',
      sortable: true,
      text: ({ domains }) => count(domains),
    },
    {
      key: 'servers',
      title: t('customers.column.servers'),
      width: 112,
      align: 'right',
      sortable: true,
      text: ({ servers }) => count(servers),
    },
    { key: 'gone', title: t('customers.column.gone'), width: 144, align: 'right', text: ({ gone }) => count(gone) },
    { key: 'nextExpiry', title: t('customers.column.nextExpiry'), width: 200, sortable: true, render: 'nextExpiry' },
  ]
}

/** The columns of the domains and servers of a customer. */
export function createCustomerResourceColumns(t: ComposerTranslation): TableColumn<CustomerResource>[] {
  return [
    { key: 'name', title: t('customers.column.name'), flex: 4, minWidth: 196, isRequired: true, render: 'name' },
    { key: 'account', title: t('customers.column.account'), flex: 2, minWidth: 104, render: 'account' },
    { key: 'status', title: t('customers.column.status'), width: 132, hidePriorityWhenNarrow: 2, render: 'status' },
    { key: 'expiry', title: t('customers.column.expiry'), width: 176, render: 'expiry' },
    {
      key: 'autoRenew',
      title: t('customers.column.autoRenew'),
      width: 96,
      hidePriorityWhenNarrow: 1,
      render: 'autoRenew',
    },
    { key: 'renewal', title: t('customers.column.renewal'), width: 160, align: 'right', render: 'renewal' },
    {
      key: 'pricedAt',
      title: t('customers.column.pricedAt'),
      width: 116,
      hidePriorityWhenNarrow: 3,
      align: 'right',
      render: 'pricedAt',
    },
  ]
}
