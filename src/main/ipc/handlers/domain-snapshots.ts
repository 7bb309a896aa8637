import type { DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'
import type { DomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface SnapshotsHandlersDeps {
  snapshots: DomainSnapshotStore
  createManualDomainSnapshot: (accountId: string, domain: string) => Promise<DomainSnapshot>
}

export function createDomainSnapshotsHandlers({
  snapshots,
  createManualDomainSnapshot,
}: SnapshotsHandlersDeps): HandlersOf<'snapshots'> {
  return {
    'snapshots.list': ({ accountId, domain }) => snapshots.list(accountId, domain),
    'snapshots.get': ({ snapshotId }) => snapshots.get(snapshotId),
    'snapshots.create': ({ accountId, domain }) => createManualDomainSnapshot(accountId, domain),
  }
}
