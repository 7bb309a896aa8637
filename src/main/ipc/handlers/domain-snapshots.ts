import type { DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'
import type { SnapshotStore } from '#main/snapshots/snapshot-store.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface SnapshotsHandlersDeps {
  snapshots: SnapshotStore
  createManualSnapshot: (accountId: string, domain: string) => Promise<DomainSnapshot>
}

export function createSnapshotsHandlers({
  snapshots,
  createManualSnapshot,
}: SnapshotsHandlersDeps): HandlersOf<'snapshots'> {
  return {
    'snapshots.list': ({ accountId, domain }) => snapshots.list(accountId, domain),
    'snapshots.get': ({ snapshotId }) => snapshots.get(snapshotId),
    'snapshots.create': ({ accountId, domain }) => createManualSnapshot(accountId, domain),
  }
}
