import type { ComposerTranslation } from 'vue-i18n'
import type { RequestLogRow } from '#shared/ipc/logs.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import type { ExecutionLogLine } from './load-execution-log-page.ts'

export function executionLogColumns(t: ComposerTranslation): TableColumn<ExecutionLogLine>[] {
  return [
    { key: 'at', title: t('logs.column.at'), width: 166, render: 'at' },
    { key: 'account', title: t('logs.column.account'), flex: 2, minWidth: 110, render: 'account' },
    { key: 'key', title: t('logs.column.key'), flex: 2, minWidth: 90, removalRank: 1, render: 'key' },
    { key: 'method', title: t('logs.column.method'), width: 84, mono: true, text: ({ entry }) => entry?.method ?? '' },
    {
      key: 'path',
      title: t('logs.column.path'),
      flex: 5,
      minWidth: 160,
      mono: true,
      text: ({ entry }) => entry?.path ?? '',
    },
    { key: 'status', title: t('logs.column.status'), width: 92, render: 'status' },
    {
      key: 'duration',
      title: t('logs.column.duration'),
      width: 84,
      removalRank: 3,
      align: 'right',
      render: 'duration',
    },
    {
      key: 'address',
      title: t('logs.column.address'),
      width: 132,
      removalRank: 2,
      mono: true,
      text: ({ entry }) => entry?.ipAddress ?? '—',
    },
  ]
}

export function requestLogColumns(t: ComposerTranslation): TableColumn<RequestLogRow>[] {
  return [
    { key: 'at', title: t('logs.column.at'), width: 166, render: 'at' },
    { key: 'account', title: t('logs.column.account'), flex: 2, minWidth: 100, render: 'account' },
    { key: 'key', title: t('logs.column.key'), flex: 2, minWidth: 80, removalRank: 1, render: 'key' },
    { key: 'method', title: t('logs.column.method'), width: 80, mono: true },
    { key: 'path', title: t('logs.column.path'), flex: 5, minWidth: 232, mono: true },
    { key: 'outcome', title: t('logs.column.outcome'), flex: 3, minWidth: 186, render: 'outcome' },
    { key: 'attempt', title: t('logs.column.attempt'), width: 72, removalRank: 3, align: 'right' },
    {
      key: 'duration',
      title: t('logs.column.duration'),
      width: 84,
      removalRank: 2,
      align: 'right',
      render: 'duration',
    },
  ]
}
