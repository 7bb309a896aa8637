import type { AccountListsWithPendingStatuses } from '#shared/ipc/account-lists-with-pending-statuses.ts'
import type { SyncRunner } from '#main/inventory/sync/sync-runner.ts'
import type { VisibleResourceTracker } from '#main/inventory/sync/visible-resource-tracker.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createSyncHandlers({
  sync,
  visible,
  unfinishedProcedures,
}: {
  sync: SyncRunner
  unfinishedProcedures: () => AccountListsWithPendingStatuses[]
  visible: Pick<VisibleResourceTracker, 'show'>
}): HandlersOf<'sync'> {
  return {
    'sync.start': ({ accountIds }) => {
      sync.start(accountIds)
      return null
    },
    'sync.cancel': async ({ accountIds }) => {
      await sync.cancel(accountIds)
      return null
    },
    'sync.reportVisible': ({ resources }) => {
      visible.show(resources)
      return null
    },
    'sync.progress': () => sync.progress(),
    'sync.unfinishedProcedures': unfinishedProcedures,
  }
}
