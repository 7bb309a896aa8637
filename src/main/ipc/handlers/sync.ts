import type { SyncRunner } from '#main/inventory/sync/sync-runner.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createSyncHandlers({ sync }: { sync: SyncRunner }): HandlersOf<'sync'> {
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
