import {
  countDomainsAndServersOfCustomer,
  queryIdsOfCustomerDomainsAndServers,
  queryCustomers,
} from '#main/inventory/customers/query-customers-with-domains-and-servers.ts'
import {
  countDomainsByStatus,
  queryDomainIds,
  queryDomainTlds,
  queryDomainIdsByName,
} from '#main/inventory/domains/query-domains.ts'
import { searchInventory } from '#main/inventory/search/search-inventory.ts'
import type { BoundReadOnlyQueries } from '#main/store/bind-read-only-queries.ts'

/** Queries of the inventory that may take longer than a frame with 50,000 domains (ADR 32). */
export const inventoryQueriesForQueryThread = {
  domainIds: queryDomainIds,
  namedDomainIds: queryDomainIdsByName,
  domainCounts: countDomainsByStatus,
  domainTlds: queryDomainTlds,
  search: searchInventory,
  customers: queryCustomers,
  idsOfCustomerDomainsAndServers: queryIdsOfCustomerDomainsAndServers,
  customerDomainAndServerCounts: countDomainsAndServersOfCustomer,
}
export type InventoryQueriesForQueryThread = BoundReadOnlyQueries<typeof inventoryQueriesForQueryThread>
