import type { ComposerTranslation } from 'vue-i18n'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import type { Column } from '../../ui/column.ts'

export function serverKey({ accountId, name }: { accountId: string; name: string }): string {
  return `${accountId}/${name}`
}

export function serverColumns(t: ComposerTranslation, hasGone: boolean): Column<ServerRow>[] {
  return [
    { key: 'name', title: t('servers.column.name'), flex: 4, minWidth: 190, sortable: true, mono: true },
    { key: 'account', title: t('servers.column.account'), flex: 2, minWidth: 110, sortable: true, render: 'account' },
    { key: 'plan', title: t('servers.column.plan'), flex: 2, minWidth: 90, sortable: true, text: (row) => row.planName ?? row.planId ?? '—' },
    { key: 'status', title: t('servers.column.status'), width: hasGone ? 208 : 132, sortable: true, render: 'status' },
    { key: 'expiry', title: t('servers.column.expiry'), width: 176, sortable: true, render: 'expiry' },
    { key: 'autoRenew', title: t('servers.column.autoRenew'), width: 104, render: 'autoRenew' },
    { key: 'memo', title: t('servers.column.memo'), flex: 2, minWidth: 100, text: (row) => row.memo.replaceAll('\n', ' ') },
    { key: 'readAt', title: t('servers.column.readAt'), width: 96, align: 'right', sortable: true, render: 'readAt' },
  ]
}
