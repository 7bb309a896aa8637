import type { DomainFilter, Unread } from '#shared/ipc/inventory.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Inventory } from '../../inventory/inventory.ts'
import type { Refresh } from '../../inventory/refresh.ts'
import type { Sync } from '../../inventory/sync.ts'
import type { HandlersOf } from '../handlers.ts'

interface InventoryHandlerDeps {
  inventory: Inventory
  refresh: Refresh
  sync: Pick<Sync, 'start'>
  accounts: Pick<Accounts, 'changed'>
  unread: (filter: Omit<DomainFilter, 'text'>) => Unread
}

export function createInventoryHandlers({ inventory, refresh, sync, accounts, unread }: InventoryHandlerDeps): HandlersOf<'inventory'> {
  return {
    'inventory.overview': ({ accountIds }) => inventory.overview(accountIds),
    'inventory.domains': (query) => inventory.domains(query),
    'inventory.expiring': (query) => inventory.expiring(query),
    'inventory.domainCounts': ({ filter }) => inventory.domainCounts(filter),
    'inventory.namedDomains': ({ names, filter }) => inventory.namedDomains(names, filter),
    'inventory.unread': ({ filter }) => unread(filter),
    'inventory.domain': ({ accountId, name }) => inventory.domain(accountId, name),
    'inventory.refreshDomain': ({ accountId, name, facets }) => refresh.domain(accountId, name, facets),
    'inventory.servers': (query) => inventory.servers(query),
    'inventory.serverCounts': ({ filter }) => inventory.serverCounts(filter),
    'inventory.server': ({ accountId, name }) => inventory.server(accountId, name),
    'inventory.refreshServer': ({ accountId, name }) => refresh.server(accountId, name),
    'inventory.acceptShrunkenList': async ({ accountId, list, readAt }) => {
      await inventory.acceptShrunkenList(accountId, list, readAt)
      accounts.changed()
      sync.start([accountId])
      return null
    },
    'inventory.search': ({ text, limit }) => inventory.search(text, limit),
  }
}
