import type { ComposerTranslation } from 'vue-i18n'
import type { SeenChange } from '#shared/ipc/seen-changes.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

export function seenChangeColumns(t: ComposerTranslation): TableColumn<SeenChange>[] {
  return [
    { key: 'seenAt', title: t('seenChanges.column.seenAt'), width: 166, hidePriorityWhenNarrow: 1, render: 'seenAt' },
    { key: 'name', title: t('activity.column.target'), flex: 4, minWidth: 160, render: 'name' },
    {
      key: 'account',
      title: t('activity.column.account'),
      flex: 2,
      minWidth: 100,
      hidePriorityWhenNarrow: 3,
      render: 'account',
    },
    { key: 'change', title: t('seenChanges.column.change'), flex: 6, minWidth: 320, render: 'change' },
    { key: 'sent', title: t('seenChanges.column.sent'), width: 120, hidePriorityWhenNarrow: 2, render: 'sent' },
    {
      key: 'previousReadAt',
      title: t('seenChanges.column.previousReadAt'),
      width: 166,
      hidePriorityWhenNarrow: 4,
      render: 'previousReadAt',
    },
  ]
}
