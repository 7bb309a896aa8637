import type { ComposerTranslation } from 'vue-i18n'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

/**
 * With an open drawer, the columns that identify a server stay visible; the other columns are removed in the order of
 * `hidePriorityWhenNarrow`. `hasTags`, `hasCustomers`: servers have tags or customers, so there is a column for them.
 * `isGoneOnly`: see `createDomainColumns`.
 */
export function createServerColumns(
  t: ComposerTranslation,
  hasGone: boolean,
  hasTags = false,
  hasCustomers = false,
  isGoneOnly = false,
): TableColumn<ServerRow>[] {
  return [
    {
      key: 'name',
      title: t('servers.column.name'),
      flex: 4,
      minWidth: 212,
      isRequired: true,
      sortable: true,
      mono: true,
    },
    {
      key: 'account',
      title: t('servers.column.account'),
      flex: 2,
      minWidth: 116,
      hidePriorityWhenNarrow: 1,
      sortable: true,
      render: 'account',
    },
    {
      key: 'plan',
      title: t('servers.column.plan'),
      flex: 2,
      minWidth: 90,
      hidePriorityWhenNarrow: 4,
      sortable: true,
      text: (row) => row.planName ?? row.planId ?? '—',
    },
    {
      key: 'status',
      title: t('servers.column.status'),
      width: hasGone ? 224 : 132,
      hidePriorityWhenNarrow: 2,
      sortable: true,
      render: 'status',
    },
    {
      key: 'expiry',
      title: t('servers.column.expiry'),
      width: 168,
      hidePriorityWhenNarrow: 3,
      sortable: true,
      render: 'expiry',
    },
    ...(hasCustomers
      ? [
          {
            key: 'customer',
            title: t('annotations.customer.label'),
            flex: 2,
            minWidth: 112,
            hidePriorityWhenNarrow: 5,
            sortable: true,
            text: (row: ServerRow) => row.customer,
          },
        ]
      : []),
    ...(hasTags
      ? [
          {
            key: 'tags',
            title: t('annotations.column'),
            flex: 2,
            minWidth: 112,
            hidePriorityWhenNarrow: 6,
            sortable: true,
            render: 'tags',
            text: (row: ServerRow) => row.tags.join(', '),
          },
        ]
      : []),
    {
      key: 'autoRenew',
      title: t('servers.column.autoRenew'),
      width: 112,
      hidePriorityWhenNarrow: 7,
      sortable: true,
      render: 'autoRenew',
    },
    {
      key: 'memo',
      title: t('servers.column.memo'),
      flex: 2,
      minWidth: 100,
      hidePriorityWhenNarrow: 8,
      sortable: true,
      text: (row) => row.memo.replaceAll('\n', ' '),
    },
    {
      key: 'readAt',
      title: t(isGoneOnly ? 'forgetGone.lastSeen' : 'servers.column.readAt'),
      width: isGoneOnly ? 152 : 96,
      hidePriorityWhenNarrow: isGoneOnly ? 2 : 9,
      align: 'right',
      sortable: true,
      render: isGoneOnly ? 'lastSeen' : 'readAt',
    },
  ]
}
