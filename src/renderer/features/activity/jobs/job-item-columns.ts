import type { ComposerTranslation } from 'vue-i18n'
import type { JobItem } from '#shared/ipc/jobs.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

/** `isServerJob`: the items are servers, whose names are in the column of the domains. */
export function jobItemColumns(t: ComposerTranslation, isServerJob = false): TableColumn<JobItem>[] {
  return [
    { key: 'state', title: t('activity.column.state'), width: 152, render: 'state' },
    {
      key: 'domain',
      title: t(isServerJob ? 'activity.job.serverItem' : 'activity.column.domain'),
      flex: 4,
      minWidth: 160,
      render: 'domain',
    },
    {
      key: 'account',
      title: t('activity.column.account'),
      flex: 3,
      minWidth: 120,
      hidePriorityWhenNarrow: 3,
      render: 'account',
    },
    {
      key: 'summary',
      title: t(isServerJob ? 'activity.job.workDone' : 'activity.column.changes'),
      flex: 3,
      minWidth: 148,
      hidePriorityWhenNarrow: 1,
      render: 'summary',
    },
    { key: 'endedAt', title: t('activity.column.endedAt'), width: 166, hidePriorityWhenNarrow: 2, render: 'endedAt' },
  ]
}
