import type { ApiLogs } from '#main/api-logs/api-logs.ts'
import type { LogArchive } from '#main/api-logs/archive/log-archive.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createLogsHandlers({
  apiLogs,
  archive,
}: {
  apiLogs: ApiLogs
  archive: LogArchive
}): HandlersOf<'logs'> {
  return {
    'logs.page': ({ filter, offset, limit }) => apiLogs.page(filter, offset, limit),
    'logs.fetch': ({ filter, fetchStates, limit }) => apiLogs.fetch(filter, fetchStates, limit),
    'logs.archive': ({ accountIds }) => archive.keys(accountIds),
    async 'logs.refreshArchive'({ accountIds }) {
      await archive.refresh(accountIds)
      return null
    },
    'logs.readTimes': () => apiLogs.readTimes(),
    'logs.requests': (query) => apiLogs.requests(query),
  }
}
