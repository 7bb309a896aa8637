import type { DomainDetail, DomainListItem, DnsRecord } from '#shared/api/domain.ts'
import type { ServerContract } from '#shared/api/server.ts'
import { AppError, toWireError } from '#shared/errors.ts'
import type { Domain, DomainFacet, DomainFilter, DomainRow, Hit, Overview, Server, ServerFilter, ServerRow, StatusCounts, ZoneRecord } from '#shared/ipc/inventory.ts'
import type { PageOf, ReadOf } from '#shared/ipc/scalars.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Database } from '../store/database.ts'
import { createChanges } from './changes.ts'
import { storeDomainList } from './domain-list.ts'
import { countDomains, expiringDomains, pageOfDomains, takeDomainRow, type DomainQuery, type ExpiringQuery } from './domain-pages.ts'
import { dueDetails, isLastingRefusal, type Detail, type DueOptions } from './due.ts'
import { putFacet, putFacetError, takeFacet, type ServerFacet, type Thing } from './facets.ts'
import { acceptShrunkenList, applyList, type ListSource } from './mark-gone.ts'
import { takeNamedDomains, type DomainName, type NamedDomain } from './named-domains.ts'
import { takeOverview } from './overview.ts'
import { queryServiceNameservers } from './query-service-nameservers.ts'
import { namesOf, writeSearchEntries } from './search-entry.ts'
import { searchAll } from './search.ts'
import { storeServerList } from './server-list.ts'
import { countServers, pageOfServers, takeServerRow, type ServerQuery } from './servers.ts'
import { storeZone, takeZone } from './zone-store.ts'

/** What is known of all accounts' domains, zones and servers. Reads are from the store; nothing here calls the service. */
export interface Inventory {
  domains(query: DomainQuery): PageOf<DomainRow>
  /** Soonest first. */
  expiring(query: ExpiringQuery): Promise<DomainRow[]>
  domainCounts(filter: DomainFilter): Promise<StatusCounts>
  /** Those that are stored, in the order given, each with whether the filter leaves it. */
  namedDomains(names: readonly DomainName[], filter: DomainFilter): NamedDomain[]
  /** Throws `not_found`. */
  domain(accountId: string, name: string): Domain
  servers(query: ServerQuery): PageOf<ServerRow>
  serverCounts(filter: ServerFilter): StatusCounts
  /** Throws `not_found`. */
  server(accountId: string, name: string): Server
  zone(accountId: string, domain: string): ReadOf<ZoneRecord[]>
  /** Of the accounts given; null: of all. */
  overview(accountIds: string[] | null): Promise<Overview>
  search(text: string, limit: number): Promise<{ hits: Hit[]; domains: number }>
  dueDetails(accountId: string, options: DueOptions): Promise<Detail[]>

  /**
   * Whether the list was stored: one that lacks much of what it held waits (`decideList`). What it lacks is kept as gone.
   * `source` null: the list is a part, and says nothing of what it lacks; a row that was read later stays.
   */
  writeDomainList(accountId: string, items: readonly DomainListItem[], readAt: number, source: ListSource | null): Promise<boolean>
  writeServerList(accountId: string, items: readonly ServerContract[], readAt: number, source: ListSource | null): Promise<boolean>
  /** Takes the list that waits as it was read at `readAt`: what it lacks is gone. Throws conflict, not_found. */
  acceptShrunkenList(accountId: string, list: Thing, readAt: number): Promise<void>
  writeZone(accountId: string, domain: string, records: readonly DnsRecord[], readAt: number): void
  /** Any part but the zone, as the service answered it. */
  writeFacet(accountId: string, thing: 'domain', name: string, facet: Exclude<DomainFacet, 'zone'>, data: object, readAt: number): void
  writeFacet(accountId: string, thing: 'server', name: string, facet: ServerFacet, data: unknown, readAt: number): void
  /** Why the newest try to read a part failed; what was read before stays. */
  writeFacetError(accountId: string, thing: Thing, name: string, facet: DomainFacet | ServerFacet, error: unknown, at: number): void
  /** Tells at once what waits to be told. */
  flush(): void
}

export interface InventoryDeps {
  database: Database
  clock: Clock
  emit: Emit
}

export function createInventory({ database, clock, emit }: InventoryDeps): Inventory {
  const changes = createChanges(clock, emit)

  function exists(accountId: string, thing: Thing, name: string): boolean {
    return database.get(`select 1 from ${thing} where account_id = ? and name = ?`, accountId, name) !== undefined
  }

  return {
    domains: (query) => pageOfDomains(database, query, clock.now()),
    expiring: (query) => expiringDomains(database, query, clock.now()),
    domainCounts: (filter) => countDomains(database, filter, clock.now()),
    namedDomains: (names, filter) => takeNamedDomains(database, names, filter, clock.now()),
    domain(accountId, name) {
      const row = takeDomainRow(database, accountId, name)
      if (!row) throw new AppError('not_found', `No domain ${name} is known in this account`, { details: { accountId, name } })
      const facet = <Name extends DomainFacet>(part: Name): Domain[Name] => takeFacet(database, accountId, 'domain', name, part) as Domain[Name]
      return {
        row,
        detail: facet('detail'),
        nameservers: facet('nameservers'),
        whois: facet('whois'),
        lock: facet('lock'),
        zone: takeZone(database, accountId, name),
        serviceNameservers: queryServiceNameservers(database, accountId),
      }
    },
    servers: (query) => pageOfServers(database, query, clock.now()),
    serverCounts: (filter) => countServers(database, filter, clock.now()),
    server(accountId, name) {
      const row = takeServerRow(database, accountId, name)
      if (!row) throw new AppError('not_found', `No server ${name} is known in this account`, { details: { accountId, name } })
      return {
        row,
        info: takeFacet(database, accountId, 'server', name, 'info'),
        usage: takeFacet(database, accountId, 'server', name, 'usage'),
      }
    },
    zone: (accountId, domain) => takeZone(database, accountId, domain),
    overview: (accountIds) => takeOverview(database, accountIds, clock.now()),
    search: (text, limit) => searchAll(database, text, limit, clock.now()),
    dueDetails: (accountId, options) => dueDetails(database, accountId, options),

    async writeDomainList(accountId, items, readAt, source) {
      const listed = new Set(items.map(({ domain_name }) => domain_name))
      const isStored = await applyList(database, 'domain', accountId, { listed, readAt }, source, () =>
        storeDomainList(database, accountId, items, readAt, source === null ? clock.now() : null),
      )
      changes.tell(accountId, null)
      return isStored
    },
    async writeServerList(accountId, items, readAt, source) {
      const listed = new Set(items.map(({ servername }) => servername))
      const isStored = await applyList(database, 'server', accountId, { listed, readAt }, source, () => storeServerList(database, accountId, items, readAt))
      changes.tell(accountId, null)
      return isStored
    },
    async acceptShrunkenList(accountId, list, readAt) {
      await acceptShrunkenList(database, list, accountId, readAt)
      changes.tell(accountId, null)
    },
    writeZone(accountId, domain, records, readAt) {
      storeZone(database, accountId, domain, records, readAt)
      changes.tell(accountId, domain)
    },
    writeFacet(accountId: string, thing: Thing, name: string, facet: string, data: unknown, readAt: number) {
      database.transaction(() => {
        if (!exists(accountId, thing, name)) return
        putFacet(database, accountId, thing, name, facet, asObject(data), readAt)
        if (facet === 'detail') copyDetail(database, accountId, name, data as DomainDetail, readAt)
      })
      changes.tell(accountId, thing === 'domain' ? name : null)
    },
    writeFacetError(accountId, thing, name, facet, error, at) {
      const told = toWireError(error)
      database.transaction(() => {
        if (!exists(accountId, thing, name)) return
        putFacetError(database, accountId, thing, name, facet, told, at)
        if (facet === 'zone') database.run('update domain set is_zone_refused = ? where account_id = ? and name = ?', Number(isLastingRefusal(told.code ?? null)), accountId, name)
      })
      changes.tell(accountId, thing === 'domain' ? name : null)
    },
    flush: () => changes.flush(),
  }
}

/** A detail is newer than the list that led to it: what both say is taken from it. */
function copyDetail(database: Database, accountId: string, name: string, detail: DomainDetail, readAt: number): void {
  database.run(
    `update domain set status = ?, expiry_date = case when ? then ? else expiry_date end, auto_renew = ?,
       decoded_name = coalesce(?, decoded_name), read_at = max(read_at, ?) where account_id = ? and name = ?`,
    detail.status,
    Number(detail.expiry_date !== undefined),
    detail.expiry_date ?? null,
    detail.auto_renew === undefined ? null : Number(detail.auto_renew),
    detail.decoded_domain ?? null,
    readAt,
    accountId,
    name,
  )
  if (detail.decoded_domain) writeSearchEntries(database, accountId, [{ domain: name, title: namesOf(name, detail.decoded_domain) }])
}

/** Answers whose shape the document does not show may be anything: kept under a name when they are no object. */
function asObject(data: unknown): object {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : { value: data }
}

