import type { ComposerTranslation } from 'vue-i18n'
import type { ExecutionLogEntryOrGap, RequestLogRow } from '#shared/ipc/api-logs.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

/** `isNarrow`: only the columns that fit beside a drawer in a narrow window. */
export function createExecutionLogColumns(
  t: ComposerTranslation,
  isNarrow: boolean,
): TableColumn<ExecutionLogEntryOrGap>[] {
  const columns: TableColumn<ExecutionLogEntryOrGap>[] = [
    { key: 'at', title: t('logs.column.at'), width: 166, render: 'at' },
    { key: 'account', title: t('logs.column.account'), flex: 2, minWidth: 124, render: 'account' },
    { key: 'key', title: t('logs.column.key'), flex: 2, minWidth: 90, hidePriorityWhenNarrow: 1, render: 'key' },
    { key: 'call', title: t('logs.column.call'), flex: 6, minWidth: isNarrow ? 120 : 220, render: 'call' },
    { key: 'status', title: t('logs.column.status'), width: 84, render: 'status' },
    {
      key: 'duration',
      title: t('logs.column.duration'),
      width: 84,
      hidePriorityWhenNarrow: 3,
      align: 'right',
      render: 'duration',
    },
    { key: 'source', title: t('logs.column.address'), width: 156, hidePriorityWhenNarrow: 2, render: 'source' },
  ]
  return isNarrow ? columns.filter(({ key }) => ['at', 'call', 'status'].includes(key)) : columns
}

export function createOwnRequestLogColumns(t: ComposerTranslation): TableColumn<RequestLogRow>[] {
  return [
    { key: 'at', title: t('logs.column.at'), width: 166, render: 'at' },
    { key: 'account', title: t('logs.column.account'), flex: 3, minWidth: 124, render: 'account' },
    { key: 'key', title: t('logs.column.key'), flex: 2, minWidth: 80, hidePriorityWhenNarrow: 1, render: 'key' },
    { key: 'method', title: t('logs.column.method'), width: 80, mono: true },
    { key: 'path', title: t('logs.column.path'), flex: 7, minWidth: 216, mono: true },
    { key: 'outcome', title: t('logs.column.outcome'), flex: 2, minWidth: 194, render: 'outcome' },
    { key: 'attempt', title: t('logs.column.attempt'), width: 72, hidePriorityWhenNarrow: 3, align: 'right' },
    {
      key: 'duration',
      title: t('logs.column.duration'),
      width: 84,
      hidePriorityWhenNarrow: 2,
      align: 'right',
      render: 'duration',
    },
  ]
}
