import type { ComposerTranslation } from 'vue-i18n'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

/**
 * The table lists changes by time, so the time is never hidden. An open drawer in a small window shows what the table
 * has no room for.
 */
export function createChangeLogColumns(t: ComposerTranslation): TableColumn<ChangeLogEntry>[] {
  return [
    { key: 'at', title: t('activity.column.at'), width: 166, render: 'at' },
    { key: 'domain', title: t('activity.column.target'), flex: 4, minWidth: 132, render: 'domain' },
    {
      key: 'account',
      title: t('activity.column.account'),
      flex: 2,
      minWidth: 100,
      hidePriorityWhenNarrow: 2,
      render: 'account',
    },
    {
      key: 'change',
      title: t('activity.column.change'),
      flex: 5,
      minWidth: 220,
      hidePriorityWhenNarrow: 0,
      render: 'change',
    },
    { key: 'result', title: t('activity.column.result'), width: 188, hidePriorityWhenNarrow: 1, render: 'result' },
  ]
}
