import type { DomainListItem } from '#shared/api/domain-schemas.ts'
import type { ServerContract } from '#shared/api/server-contract-and-order-endpoints.ts'
import { isAppError } from '#shared/app-error.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'

/** Stores a domain list that was read for an order. The key may not see all domains, so no domain is marked as gone. */
export function storeDomainsReadForOrder(
  inventory: Pick<InventoryStore, 'storeListedDomains'>,
  accountId: string,
  domains: readonly DomainListItem[],
  requestedAt: number,
): void {
  inventory.storeListedDomains(accountId, domains, requestedAt, null).catch(ignoreStoreError)
}

/** Stores a server list that was read for an order. The key may not see all servers, so no server is marked as gone. */
export function storeServersReadForOrder(
  inventory: Pick<InventoryStore, 'storeListedServers'>,
  accountId: string,
  servers: readonly ServerContract[],
  requestedAt: number,
): void {
  inventory.storeListedServers(accountId, servers, requestedAt, null).catch(ignoreStoreError)
}

/** The order continues. The next sync reads the list. */
function ignoreStoreError(thrown: unknown): void {
  if (!isAppError(thrown)) throw thrown
}
