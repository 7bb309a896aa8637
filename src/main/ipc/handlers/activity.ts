import type { ActivityFilter } from '#shared/ipc/activity.ts'
import type { ChangeLog } from '#main/activity/change-log-store.ts'
import type { ChangeLogCsvLabels } from '#main/activity/format-change-log-csv.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface ActivityHandlersDeps {
  changeLog: ChangeLog
  exportCsv: (filter: ActivityFilter, words: ChangeLogCsvLabels) => Promise<string | null>
}

export function createActivityHandlers({ changeLog, exportCsv }: ActivityHandlersDeps): HandlersOf<'activity'> {
  return {
    'activity.list': ({ filter, offset, limit }) => changeLog.page(filter, offset, limit),
    'activity.get': ({ entryId }) => changeLog.get(entryId),
    'activity.exportCsv': async ({ filter, words }) => ({ path: await exportCsv(filter, words) }),
  }
}
