import type { ComposerTranslation } from 'vue-i18n'
import type { JobItem, JobKindName } from '#shared/ipc/jobs.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import { doesJobKindReportWorkAmount } from './does-job-kind-report-work-amount.ts'
import { isServerJobKind } from './is-server-job-kind.ts'

/**
 * `kind`: the kind of the job. The names of servers are in the column of the domains. `summary` gets most of the width,
 * because it says why an item was not done.
 */
export function createJobItemColumns(t: ComposerTranslation, kind: JobKindName): TableColumn<JobItem>[] {
  return [
    { key: 'state', title: t('activity.column.state'), width: 180, render: 'state' },
    {
      key: 'domain',
      title: t(isServerJobKind(kind) ? 'activity.job.serverItem' : 'activity.column.domain'),
      flex: 3,
      minWidth: 176,
      render: 'domain',
    },
    {
      key: 'account',
      title: t('activity.column.account'),
      flex: 2,
      minWidth: 120,
      hidePriorityWhenNarrow: 3,
      render: 'account',
    },
    {
      key: 'summary',
      title: t(doesJobKindReportWorkAmount(kind) ? 'activity.job.workDone' : 'activity.column.changes'),
      flex: 8,
      minWidth: 148,
      hidePriorityWhenNarrow: 1,
      render: 'summary',
    },
    { key: 'endedAt', title: t('activity.column.endedAt'), width: 166, hidePriorityWhenNarrow: 2, render: 'endedAt' },
  ]
}
