import { serverFilterSchema, type Server } from '#shared/ipc/inventory.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'

const serversPerQuery = 500

/** Returns every stored server of the accounts, with its details. `accountIds` null: all accounts. */
export function queryServersOfAccounts(
  inventory: Pick<InventoryStore, 'server' | 'servers'>,
  accountIds: string[] | null,
): Server[] {
  const rows = []
  for (let offset = 0, total = 1; offset < total; offset += serversPerQuery) {
    const filter = serverFilterSchema.parse({ accountIds })
    const page = inventory.servers({ filter, sort: 'name', isDescending: false, offset, limit: serversPerQuery })
    total = page.total
    rows.push(...page.rows)
  }
  return rows.map(({ accountId, name }) => inventory.server(accountId, name))
}
