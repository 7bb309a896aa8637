import type { ComposerTranslation } from 'vue-i18n'
import type { DetectedChange } from '#shared/ipc/detected-changes.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

/** The table lists changes by time, so the time is never hidden. */
export function createDetectedChangeColumns(t: ComposerTranslation): TableColumn<DetectedChange>[] {
  return [
    { key: 'detectedAt', title: t('detectedChanges.column.detectedAt'), width: 166, render: 'detectedAt' },
    { key: 'name', title: t('activity.column.target'), flex: 2, minWidth: 144, render: 'name' },
    {
      key: 'account',
      title: t('activity.column.account'),
      flex: 2,
      minWidth: 124,
      hidePriorityWhenNarrow: 2,
      render: 'account',
    },
    { key: 'change', title: t('detectedChanges.column.change'), flex: 6, minWidth: 292, render: 'change' },
    { key: 'sent', title: t('detectedChanges.column.sent'), width: 150, hidePriorityWhenNarrow: 1, render: 'sent' },
    {
      key: 'previousReadAt',
      title: t('detectedChanges.column.previousReadAt'),
      width: 166,
      hidePriorityWhenNarrow: 3,
      render: 'previousReadAt',
    },
  ]
}
