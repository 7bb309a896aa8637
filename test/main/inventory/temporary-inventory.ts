import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DomainListItem } from '#shared/api/domain-schemas.ts'
import { domainFilterSchema, type DomainFilter } from '#shared/ipc/inventory.ts'
import type { Overview } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import { createInventoryStore, type InventoryStore } from '#main/inventory/inventory-store.ts'
import type { ListRequestTimeAndScopes } from '#main/inventory/lists/store-list-or-await-confirmation.ts'
import type { DomainSort } from '#main/inventory/domains/query-domains.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { queryOverview } from '#main/overview/query-overview.ts'
import type { Database } from '#main/store/database.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { openNewDatabase } from '#test/open-new-database.ts'
import { createVirtualClock, type VirtualClock } from '#test/virtual-clock.ts'

export interface TemporaryInventory {
  database: Database
  inventory: InventoryStore
  clock: VirtualClock
  emitted: { name: string; payload: unknown }[]
  queryOverview(accountIds: string[] | null): Promise<Overview>
  /** The names of the first page, for a filter and a sort key. */
  names(filter?: Partial<DomainFilter>, sort?: DomainSort, isDescending?: boolean): Promise<string[]>
}

/** An inventory in a temporary SQLite file, with accounts of the given ids. */
export function openTemporaryInventory(accountIds: string[] = ['a']): TemporaryInventory {
  const folder = mkdtempSync(join(tmpdir(), 'banto-inventory-'))
  const database = openNewDatabase(join(folder, 'banto.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  for (const id of accountIds) addAccount(database, id)
  const clock = createVirtualClock()
  const emitted: TemporaryInventory['emitted'] = []
  const inventory = createInventoryStore({
    database,
    queries: bindReadOnlyQueriesToConnection(database, inventoryQueriesForQueryThread),
    clock,
    emit: (name, payload) => emitted.push({ name, payload }),
  })
  return {
    database,
    inventory,
    clock,
    emitted,
    queryOverview: (accountIds) =>
      queryOverview(database, { accountIds, responsivenessByAccount: {}, now: clock.now() }),
    async names(filter = {}, sort = 'name', isDescending = false) {
      const parsed = domainFilterSchema.parse(filter)
      const { rows } = await inventory.domains({ filter: parsed, sort, isDescending, offset: 0, limit: 100 })
      return rows.map(({ name }) => name)
    },
  }
}

/** A complete list, read by a key for all targets. */
export const completeListSource: ListRequestTimeAndScopes = { requestedAt: Number.MAX_SAFE_INTEGER, scopes: ['all'] }

export function addAccount(database: Database, id: string, label = `Account ${id}`): void {
  database.run(
    'insert into account (id, label, colour, base_url, added_at) values (?, ?, ?, ?, 0)',
    id,
    label,
    'slate',
    'http://127.0.0.1/',
  )
}

export function domainListItem(name: string, fields: Partial<DomainListItem> = {}): DomainListItem {
  return { domain_name: name, status: 'active', expiry_date: '2027-03-31', decoded_domain: null, ...fields }
}

export function dnsRecord(
  id: number,
  host: string,
  content: string,
  type = 'A',
): { id: number; type: string; host: string; content: string; ttl: number; priority: number } {
  return { id, type, host, content, ttl: 3600, priority: 0 }
}
