import type { DomainFilter } from '#shared/ipc/inventory.ts'
import type { Overview } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import type { UnsearchableDataCounts } from '#shared/ipc/unsearchable-data-counts.ts'
import type { DetailReadingPlan } from '#shared/ipc/detail-reading-plan.ts'
import type { Accounts } from '#main/accounts/accounts.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { OnDemandDetailRefresher } from '#main/inventory/sync/on-demand-detail-refresher.ts'
import type { SyncRunner } from '#main/inventory/sync/sync-runner.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface InventoryHandlerDeps {
  inventory: InventoryStore
  refresh: OnDemandDetailRefresher
  sync: Pick<SyncRunner, 'start'>
  accounts: Pick<Accounts, 'emitChanged'>
  /** `accountIds` null: all accounts. */
  overview: (accountIds: string[] | null) => Promise<Overview>
  neverReadCounts: (filter: Omit<DomainFilter, 'text'>, searchesNameservers: boolean) => Promise<UnsearchableDataCounts>
  readingPlans: (accountIds: string[] | null) => Promise<DetailReadingPlan[]>
}

export function createInventoryHandlers({
  inventory,
  refresh,
  sync,
  accounts,
  overview,
  neverReadCounts,
  readingPlans,
}: InventoryHandlerDeps): HandlersOf<'inventory'> {
  return {
    'inventory.overview': ({ accountIds }) => overview(accountIds),
    'inventory.domains': (query) => inventory.domains(query),
    'inventory.expiring': (query) => inventory.expiring(query),
    'inventory.domainCounts': ({ filter }) => inventory.domainCounts(filter),
    'inventory.namedDomains': ({ names, filter }) => inventory.namedDomains(names, filter),
    'inventory.findDomainInList': (query) => inventory.findDomainInList(query),
    'inventory.domainTlds': ({ accountIds }) => inventory.domainTlds(accountIds),
    'inventory.findDomains': ({ names }) => inventory.findDomains(names),
    'inventory.findGoneDomains': ({ names }) => inventory.findGoneDomains(names),
    'inventory.neverReadCounts': ({ filter, searchesNameservers }) => neverReadCounts(filter, searchesNameservers),
    'inventory.readingPlans': ({ accountIds }) => readingPlans(accountIds),
    'inventory.domain': ({ accountId, name }) => inventory.domain(accountId, name),
    'inventory.refreshDomain': ({ accountId, name, detailKinds }) => refresh.domain(accountId, name, detailKinds),
    'inventory.servers': (query) => inventory.servers(query),
    'inventory.namedServers': ({ names, filter }) => inventory.namedServers(names, filter),
    'inventory.findServerInList': (query) => inventory.findServerInList(query),
    'inventory.serverCounts': ({ filter }) => inventory.serverCounts(filter),
    'inventory.server': ({ accountId, name }) => inventory.server(accountId, name),
    'inventory.refreshServer': ({ accountId, name }) => refresh.server(accountId, name),
    'inventory.serversOfDomain': ({ accountId, name }) => inventory.serversOfDomain(accountId, name),
    'inventory.listedServersAt': ({ addresses }) => inventory.listedServersAt(addresses),
    'inventory.usageReadings': ({ accountId, name }) => inventory.usageReadings(accountId, name),
    'inventory.previewForgetGone': (targets) => inventory.gone.preview(targets),
    'inventory.forgetGone': ({ forgetId }) => inventory.gone.forget(forgetId),
    'inventory.acceptShrunkenList': async ({ accountId, list, readAt }) => {
      await inventory.acceptShrunkenList(accountId, list, readAt)
      accounts.emitChanged()
      sync.start([accountId])
      return null
    },
    'inventory.search': ({ text, limit }) => inventory.search(text, limit),
  }
}
