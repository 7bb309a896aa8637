import { pickZoneRecordFields } from '#shared/dns/records/dns-record.ts'
import type { DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { DomainSnapshotStore } from './domain-snapshot-store.ts'

export interface CreateManualDomainSnapshotDeps {
  api: Pick<ApiClient, 'call'>
  inventory: Pick<InventoryStore, 'domain' | 'storeZone' | 'flush'>
  snapshots: Pick<DomainSnapshotStore, 'save'>
}

/** Reads the zone now and keeps it as a snapshot of the user. Throws `not_found` and the errors of the call. */
export async function createManualDomainSnapshot(
  { api, inventory, snapshots }: CreateManualDomainSnapshotDeps,
  accountId: string,
  domain: string,
): Promise<DomainSnapshot> {
  inventory.domain(accountId, domain)
  const { data, readAt } = await api.call({
    accountId,
    endpoint: 'domain.dns',
    input: { domain_name: domain },
    priority: 'interactive',
  })
  inventory.storeZone(accountId, domain, data.records, readAt)
  inventory.flush()
  const records = data.records.map(pickZoneRecordFields)
  return snapshots.save({ accountId, domain, readAt, reason: 'by_user', jobId: null, records })
}
