import type { Logs } from '../../logs/logs.ts'
import type { HandlersOf } from '../handlers.ts'

export function createLogsHandlers({ logs }: { logs: Logs }): HandlersOf<'logs'> {
  return {
    'logs.page': ({ filter, offset, limit }) => logs.page(filter, offset, limit),
    'logs.fetch': ({ filter, reaches, limit }) => logs.fetch(filter, reaches, limit),
    'logs.readings': () => logs.readings(),
    'logs.requests': (query) => logs.requests(query),
  }
}
