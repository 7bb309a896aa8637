import type { Sync } from '../../inventory/sync.ts'
import type { HandlersOf } from '../handlers.ts'

export function createSyncHandlers({ sync }: { sync: Sync }): HandlersOf<'sync'> {
  return {
    'sync.start': ({ accountIds }) => {
      sync.start(accountIds)
      return null
    },
    'sync.cancel': async ({ accountIds }) => {
      await sync.cancel(accountIds)
      return null
    },
    'sync.progress': () => sync.progress(),
  }
}
