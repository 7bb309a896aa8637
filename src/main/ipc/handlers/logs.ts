import type { ApiLogs } from '#main/api-logs/api-logs.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createLogsHandlers({ apiLogs }: { apiLogs: ApiLogs }): HandlersOf<'logs'> {
  return {
    'logs.page': ({ filter, offset, limit }) => apiLogs.page(filter, offset, limit),
    'logs.fetch': ({ filter, fetchStates, limit }) => apiLogs.fetch(filter, fetchStates, limit),
    'logs.readTimes': () => apiLogs.readTimes(),
    'logs.requests': (query) => apiLogs.requests(query),
  }
}
