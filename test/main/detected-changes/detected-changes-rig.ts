import type { ServerContract } from '#shared/api/server-contract-and-order-endpoints.ts'
import {
  detectedChangeFilterSchema,
  type StoredDetectedChange,
  type DetectedChangeFilter,
} from '#shared/ipc/detected-changes.ts'
import { queryDetectedChanges } from '#main/detected-changes/query-detected-changes.ts'
import type { Database } from '#main/store/database.ts'
import {
  domainListItem,
  openTemporaryInventory,
  type TemporaryInventory,
} from '#test/main/inventory/temporary-inventory.ts'

export const domain = 'one.example'

/** An inventory of account `a` in which the domain was listed once. */
export async function openInventoryWithDomain({ readAt }: { readAt: number }): Promise<TemporaryInventory> {
  const store = openTemporaryInventory()
  await store.inventory.storeListedDomains('a', [domainListItem(domain)], readAt, null)
  return store
}

/** Newest first. */
export function listDetectedChanges(
  database: Database,
  filter: Partial<DetectedChangeFilter> = {},
): StoredDetectedChange[] {
  return queryDetectedChanges(database, detectedChangeFilterSchema.parse(filter), 0, 500).rows
}

export function serverContract(fields: Partial<ServerContract> = {}): ServerContract {
  return {
    servername: 'one.server.example',
    status: 'active',
    expiry_date: '2027-01-31',
    plan_id: 'p1',
    plan_name: 'One',
    auto_renew: true,
    ...fields,
  } as ServerContract
}
