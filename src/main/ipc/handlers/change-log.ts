import type { ChangeLogFilter } from '#shared/ipc/change-log.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import type { ChangeLogCsvLabels } from '#main/change-log/format-change-log-csv.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface ChangeLogHandlersDeps {
  changeLog: ChangeLog
  exportCsv: (filter: ChangeLogFilter, labels: ChangeLogCsvLabels) => Promise<string | null>
}

export function createChangeLogHandlers({ changeLog, exportCsv }: ChangeLogHandlersDeps): HandlersOf<'changeLog'> {
  return {
    'changeLog.list': ({ filter, offset, limit }) => changeLog.page(filter, offset, limit),
    'changeLog.get': ({ entryId }) => changeLog.get(entryId),
    'changeLog.exportCsv': async ({ filter, labels }) => ({ path: await exportCsv(filter, labels) }),
  }
}
