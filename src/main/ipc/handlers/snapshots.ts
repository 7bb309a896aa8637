import type { Snapshot } from '#shared/ipc/snapshots.ts'
import type { SnapshotStore } from '#main/plans/snapshot-store.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface SnapshotsHandlersDeps {
  snapshots: SnapshotStore
  takeSnapshot: (accountId: string, domain: string) => Promise<Snapshot>
}

export function createSnapshotsHandlers({ snapshots, takeSnapshot }: SnapshotsHandlersDeps): HandlersOf<'snapshots'> {
  return {
    'snapshots.list': ({ accountId, domain }) => snapshots.list(accountId, domain),
    'snapshots.get': ({ snapshotId }) => snapshots.get(snapshotId),
    'snapshots.create': ({ accountId, domain }) => takeSnapshot(accountId, domain),
  }
}
