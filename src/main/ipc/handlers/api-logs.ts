import type { ApiLogs } from '#main/api-logs/api-logs.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createApiLogsHandlers({ apiLogs }: { apiLogs: ApiLogs }): HandlersOf<'logs'> {
  return {
    'logs.page': ({ filter, offset, limit }) => apiLogs.page(filter, offset, limit),
    'logs.fetch': ({ filter, reaches, limit }) => apiLogs.fetch(filter, reaches, limit),
    'logs.readings': () => apiLogs.readings(),
    'logs.requests': (query) => apiLogs.requests(query),
  }
}
