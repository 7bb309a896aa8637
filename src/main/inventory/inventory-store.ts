import type { GoneDomainName } from '#shared/domain-change-csv/match-csv-domains.ts'
import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import type { DomainDetail, DomainListItem, Nameservers, Whois } from '#shared/api/domain-schemas.ts'
import type { ServerContract } from '#shared/api/server-contract-and-order-endpoints.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import type { DetailRef, DomainDetailKind, ServerDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type {
  Domain,
  DomainFilter,
  DomainRow,
  Server,
  ServerFilter,
  ServerAtAddress,
  ServerOfDomain,
  ServerRow,
  RowCountsByStatus,
  ServerUsageReading,
} from '#shared/ipc/inventory.ts'
import type { CustomerHit, SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'
import type { Cached, StableListPage, PageOf } from '#shared/ipc/common-schemas.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import { moveOrphanedAnnotationsToAccount } from '#main/annotations/move-orphaned-annotations-to-account.ts'
import { queryAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import type { Database } from '#main/store/database.ts'
import {
  createStableDomainListPages,
  type DomainPageQuery,
  type StableDomainListPages,
  type WholeDomainListQuery,
} from '#main/inventory/domains/stable-domain-list-pages.ts'
import type { InventoryQueriesForQueryThread } from './inventory-queries-for-query-thread.ts'
import { createInventoryChangedEmitter, type InventoryChangedEmitter } from './inventory-changed-emitter.ts'
import { createGoneResourceDeletion, type GoneResourceDeletion } from './gone-resource-deletion.ts'
import { storeSearchableNameservers } from '#main/inventory/domains/store-searchable-nameservers.ts'
import { findIndexWrappingAround } from '#main/inventory/domains/find-index-wrapping-around.ts'
import { storeListedDomains } from '#main/inventory/domains/store-rows-of-listed-domains.ts'
import { storeNewestRegistrarLockState } from '#main/inventory/domains/store-newest-registrar-lock-state.ts'
import {
  queryDomainRows,
  queryExpiringDomains,
  queryDomainRow,
  type ExpiringDomainsQuery,
} from '#main/inventory/domains/query-domains.ts'
import { queryDomainCsvRows, type DomainCsvRow } from '#main/inventory/domains/query-domain-csv-rows.ts'
import type { RecordSearchFilter } from '#main/inventory/domains/find-record-or-annotation-that-matches-filter.ts'
import { isLastingRefusalCode } from '#main/inventory/details/detail-read-refusal-rules.ts'
import { isDetailChangedBetween } from '#main/inventory/details/query-change-history-of-detail.ts'
import { queryDueDetails, type DueDetail, type DueDetailsOptions } from '#main/inventory/details/query-due-details.ts'
import { storeOldestDetailReadTime } from '#main/inventory/details/store-oldest-detail-read-time-of-domain.ts'
import { saveDetail, saveDetailError, getDetail, type ResourceKind } from '#main/inventory/details/detail-store.ts'
import {
  acceptShrunkenList,
  storeListOrAwaitConfirmation,
  type ListRequestTimeAndScopes,
} from '#main/inventory/lists/store-list-or-await-confirmation.ts'
import {
  queryGoneDomainsByName,
  queryListedDomainsByName,
  queryDomainsByNameAndCheckFilter,
  type DomainWithFilterMatch,
} from '#main/inventory/domains/query-domains-by-name-or-prefix.ts'
import { queryServiceNameserversFromServerInformation } from '#main/inventory/domains/query-service-nameservers-from-server-information.ts'
import { storeSearchEntries } from '#main/inventory/search-index/store-search-entries.ts'
import { joinNamesOfDomainForSearch } from '#main/inventory/search-index/format-record-and-domain-names-as-text.ts'
import {
  queryListedServersByAddress,
  queryServersByRecordAddresses,
} from '#main/inventory/servers/query-servers-by-record-addresses.ts'
import { storeListedServers } from '#main/inventory/servers/store-rows-of-listed-servers.ts'
import { storeServerMemo } from '#main/inventory/servers/store-server-memo.ts'
import {
  countServersByStatus,
  queryMatchingServers,
  queryServerPage,
  queryServersByNameAndCheckFilter,
  queryServerRow,
  type ServerListQuery,
  type ServerPageQuery,
  type ServerWithFilterMatch,
} from '#main/inventory/servers/query-servers.ts'
import {
  queryServerUsageReadings,
  storeServerUsageReading,
} from '#main/inventory/servers/server-usage-reading-store.ts'
import { queryTimesOfChangesWithUnknownOutcome } from '#main/inventory/domains/query-times-of-changes-with-unknown-outcome.ts'
import { diffListEntryReadings } from '#main/detected-changes/diff-list-entry-readings.ts'
import { diffDetailReadings } from '#main/detected-changes/diff-detail-readings.ts'
import { storeDetectedChanges } from '#main/detected-changes/store-detected-changes.ts'
import { createDetectedChangesEmitter } from '#main/detected-changes/detected-changes-emitter.ts'
import { storeZone, queryZone } from '#main/inventory/domains/zone-store.ts'

/** The stored domains, zones and servers of all accounts. Nothing here calls the service. */
export interface InventoryStore {
  domains(query: DomainPageQuery): Promise<StableListPage<DomainRow>>
  /** The IDs of all rows of a list, in order. */
  domainIds(query: WholeDomainListQuery): Promise<readonly number[]>
  /** See `StableDomainListPages`. */
  findDomainInList: StableDomainListPages['indexOf']
  /** The rows of these IDs that are stored, in the same order. `search`: the filter of the list, for `match`. */
  domainRows(ids: readonly number[], search: RecordSearchFilter | null): DomainRow[]
  domainCsvRows(ids: readonly number[], search: RecordSearchFilter | null): DomainCsvRow[]
  /** Soonest first. */
  expiring(query: ExpiringDomainsQuery): Promise<DomainRow[]>
  domainCounts(filter: DomainFilter): Promise<RowCountsByStatus>
  /** The rows of `names` that are stored, in the given order. Each row says whether it matches the filter. */
  namedDomains(names: readonly DomainRef[], filter: DomainFilter): DomainWithFilterMatch[]
  /** Most domains first. */
  domainTlds(accountIds: string[] | null): Promise<{ tld: string; count: number }[]>
  /** Where the named domains are listed now, in any account. */
  findDomains(names: readonly string[]): DomainRef[]
  findGoneDomains(names: readonly string[]): GoneDomainName[]
  /** Throws `not_found`. */
  domain(accountId: string, name: string): Domain
  servers(query: ServerPageQuery): PageOf<ServerRow>
  /** All servers that match, in order. */
  allServers(query: ServerListQuery): ServerRow[]
  /** The rows of `names` that are stored, in the given order. Each row says whether it matches the filter. */
  namedServers(names: readonly DomainRef[], filter: ServerFilter): ServerWithFilterMatch[]
  /** As `findDomainInList`. */
  findServerInList(query: ServerListQuery & { prefix: string; from: number }): number | null
  serverCounts(filter: ServerFilter): RowCountsByStatus
  /** Throws `not_found`. */
  server(accountId: string, name: string): Server
  /**
   * Returns the servers of all accounts whose addresses the stored zone of the domain holds, by name. A gone server is
   * included only for an address that no listed server has.
   */
  serversOfDomain(accountId: string, domain: string): ServerOfDomain[]
  /** The listed servers of all accounts that have one of the addresses. */
  listedServersAt(addresses: readonly string[]): ServerAtAddress[]
  /** The last reading of each day, oldest first. */
  usageReadings(accountId: string, server: string): ServerUsageReading[]
  zone(accountId: string, domain: string): Cached<ZoneRecord[]>
  search(text: string, limit: number): Promise<{ hits: SearchHit[]; customers: CustomerHit[] }>
  queryDueDetails(accountId: string, options: DueDetailsOptions): Promise<DueDetail[]>

  /**
   * Returns whether the list was stored. A list that lacks many names waits (`detectGoneNamesOrShrunkenList`). Names
   * that a stored list lacks are marked as gone. `source` null: the list is partial. Nothing is marked as gone then,
   * and a row that was read later is kept.
   */
  storeListedDomains(
    accountId: string,
    items: readonly DomainListItem[],
    readAt: number,
    source: ListRequestTimeAndScopes | null,
  ): Promise<boolean>
  storeListedServers(
    accountId: string,
    items: readonly ServerContract[],
    readAt: number,
    source: ListRequestTimeAndScopes | null,
  ): Promise<boolean>
  /**
   * Applies the shrunken list that was read at `readAt`: the names that the list lacks are marked as gone. Throws
   * `conflict`, `not_found`.
   */
  acceptShrunkenList(accountId: string, list: ResourceKind, readAt: number): Promise<void>
  /** When the oldest present row was read; null when the account has none. */
  oldestReadAt(accountId: string, resourceKind: ResourceKind): number | null
  /** Whether the answer to a change of the detail by Banto came after `from`, and not after `until`. */
  isChangedBetween(accountId: string, detail: DetailRef, from: number, until: number): boolean
  /** `detectedAt`: when the newest of the records was answered, if changes followed the reading. */
  storeZone(
    accountId: string,
    domain: string,
    records: readonly ZoneRecord[],
    readAt: number,
    detectedAt?: number,
  ): void
  /**
   * Stores a memo that was set or read at `at`, and a detected change if it is another one than before. The other
   * values of the contract keep the time of their reading.
   */
  storeServerMemo(accountId: string, name: string, memo: string, at: number): void
  /**
   * Stores any detail but the zone, as in the service's answer. `detectedAt`: when the newest of its values was
   * answered, if a change followed the reading.
   */
  saveDetail(
    accountId: string,
    resourceKind: 'domain',
    name: string,
    detailKind: Exclude<DomainDetailKind, 'zone'>,
    data: object,
    readAt: number,
    detectedAt?: number,
  ): void
  saveDetail(
    accountId: string,
    resourceKind: 'server',
    name: string,
    detailKind: ServerDetailKind,
    data: unknown,
    readAt: number,
  ): void
  /** Stores why the newest attempt to read a detail failed. Data of an earlier reading is kept. */
  saveDetailError(
    accountId: string,
    resourceKind: ResourceKind,
    name: string,
    detailKind: DomainDetailKind | ServerDetailKind,
    error: unknown,
    at: number,
  ): void
  gone: GoneResourceDeletion
  /** Emits pending change events at once. */
  flush(): void
}

export interface InventoryStoreDeps {
  database: Database
  queries: InventoryQueriesForQueryThread
  clock: Clock
  emit: EmitEvent
}

/** A list may hold 50,000 domains. */
const namesAtOnce = 5_000

export function createInventoryStore({ database, queries, clock, emit }: InventoryStoreDeps): InventoryStore {
  const inventoryChanged = createInventoryChangedEmitter(clock, emit)
  const detectedChanges = createDetectedChangesEmitter(database, clock, emit)
  const inventoryChangedEmitter: InventoryChangedEmitter = {
    notify(accountId, domain) {
      inventoryChanged.notify(accountId, domain)
      detectedChanges.check()
    },
    flush() {
      inventoryChanged.flush()
      detectedChanges.flush()
    },
  }
  const domainPages = createStableDomainListPages({ database, queries, clock })

  const gone = createGoneResourceDeletion({
    database,
    queries,
    clock,
    onForgotten(accountIds, hasAnnotations) {
      for (const accountId of accountIds) inventoryChangedEmitter.notify(accountId, null)
      if (hasAnnotations) emit('annotations.changed', {})
    },
  })

  /** `readAt` of a partial list is the time of its request. */
  const spanOfList = (readAt: number, source: ListRequestTimeAndScopes | null) => ({
    requestedAt: Math.min(readAt, source?.requestedAt ?? readAt),
    now: clock.now(),
  })

  function isResourceStored(accountId: string, resourceKind: ResourceKind, name: string): boolean {
    return (
      database.get(`select 1 from ${resourceKind} where account_id = ? and name = ?`, accountId, name) !== undefined
    )
  }

  return {
    domains: domainPages.page,
    domainIds: domainPages.listRowIds,
    findDomainInList: domainPages.indexOf,
    domainRows: (ids, search) => queryDomainRows(database, ids, search),
    domainCsvRows: (ids, search) => queryDomainCsvRows(database, ids, search),
    expiring: (query) => queryExpiringDomains(database, query, clock.now()),
    domainCounts: (filter) => queries.domainCounts(filter, clock.now()),
    namedDomains: (names, filter) => queryDomainsByNameAndCheckFilter(database, names, filter, clock.now()),
    domainTlds: (accountIds) => queries.domainTlds(accountIds, clock.now()),
    findDomains: (names) => queryListedDomainsByName(database, names),
    findGoneDomains: (names) => queryGoneDomainsByName(database, names),
    domain(accountId, name) {
      const row = queryDomainRow(database, accountId, name)
      if (!row)
        throw new AppError('not_found', `No domain ${name} is known in this account`, { details: { accountId, name } })
      const getPart = <Name extends DomainDetailKind>(part: Name): Domain[Name] =>
        getDetail(database, accountId, 'domain', name, part) as Domain[Name]
      return {
        row,
        detail: getPart('detail'),
        nameservers: getPart('nameservers'),
        whois: getPart('whois'),
        lock: getPart('lock'),
        zone: queryZone(database, accountId, name),
        annotation: queryAnnotation(database, { kind: 'domain', accountId, name }),
        unknownChangeAt: queryTimesOfChangesWithUnknownOutcome(database, accountId, name),
        serviceNameservers: queryServiceNameserversFromServerInformation(database, accountId),
      }
    },
    servers: (query) => queryServerPage(database, query, clock.now()),
    allServers: (query) => queryMatchingServers(database, query, clock.now()),
    namedServers: (names, filter) => queryServersByNameAndCheckFilter(database, names, filter, clock.now()),
    findServerInList: ({ prefix, from, ...query }) =>
      findIndexWrappingAround(queryMatchingServers(database, query, clock.now()), from, ({ name }) =>
        name.startsWith(prefix),
      ),
    serverCounts: (filter) => countServersByStatus(database, filter, clock.now()),
    server(accountId, name) {
      const row = queryServerRow(database, accountId, name)
      if (!row)
        throw new AppError('not_found', `No server ${name} is known in this account`, { details: { accountId, name } })
      return {
        row,
        info: getDetail(database, accountId, 'server', name, 'info'),
        usage: getDetail(database, accountId, 'server', name, 'usage'),
        annotation: queryAnnotation(database, { kind: 'server', accountId, name }),
      }
    },
    serversOfDomain(accountId, domain) {
      const { data, readAt } = queryZone(database, accountId, domain)
      return queryServersByRecordAddresses(database, { records: data ?? [], readAt })
    },
    listedServersAt: (addresses) => queryListedServersByAddress(database, addresses),
    usageReadings: (accountId, server) => queryServerUsageReadings(database, accountId, server),
    zone: (accountId, domain) => queryZone(database, accountId, domain),
    search: (text, limit) => queries.search(text, limit),
    queryDueDetails: (accountId, options) => queryDueDetails(database, accountId, options),

    async storeListedDomains(accountId, items, readAt, source) {
      const listed = new Set<string>()
      await forEachChunk(items, namesAtOnce, (chunk) => chunk.forEach(({ domain_name }) => listed.add(domain_name)))
      const isStored = await storeListOrAwaitConfirmation(
        database,
        'domain',
        accountId,
        { listed, readAt },
        source,
        () => storeListedDomains(database, accountId, items, readAt, spanOfList(readAt, source)),
      )
      await moveOrphanedAnnotationsToAccount(database, accountId, 'domain')
      inventoryChangedEmitter.notify(accountId, null)
      return isStored
    },
    async storeListedServers(accountId, items, readAt, source) {
      const listed = new Set(items.map(({ servername }) => servername))
      const isStored = await storeListOrAwaitConfirmation(
        database,
        'server',
        accountId,
        { listed, readAt },
        source,
        () => storeListedServers(database, accountId, items, readAt, spanOfList(readAt, source)),
      )
      await moveOrphanedAnnotationsToAccount(database, accountId, 'server')
      inventoryChangedEmitter.notify(accountId, null)
      return isStored
    },
    async acceptShrunkenList(accountId, list, readAt) {
      await acceptShrunkenList(database, list, accountId, readAt)
      inventoryChangedEmitter.notify(accountId, null)
    },
    oldestReadAt: (accountId, resourceKind) =>
      database.get<{ at: number | null }>(
        `select min(read_at) as at from ${resourceKind} where account_id = ? and gone_since is null`,
        accountId,
      )?.at ?? null,
    isChangedBetween: (accountId, detail, from, until) =>
      isDetailChangedBetween(database, accountId, detail, from, until),
    storeZone(accountId, domain, records, readAt, detectedAt) {
      storeZone(database, accountId, domain, records, readAt, detectedAt)
      inventoryChangedEmitter.notify(accountId, domain)
    },
    storeServerMemo(accountId, name, memo, at) {
      if (storeServerMemo(database, { accountId, name }, memo, at)) inventoryChangedEmitter.notify(accountId, null)
    },
    saveDetail(
      accountId: string,
      resourceKind: ResourceKind,
      name: string,
      detailKind: string,
      data: unknown,
      readAt: number,
      detectedAt: number = readAt,
    ) {
      database.transaction(() => {
        if (!isResourceStored(accountId, resourceKind, name)) return
        const stored = wrapNonObject(data)
        recordDetectedDetailChanges(database, { accountId, kind: resourceKind, name }, detailKind, stored, detectedAt)
        saveDetail(database, accountId, resourceKind, name, detailKind, stored, readAt)
        if (detailKind === 'nameservers')
          storeSearchableNameservers(database, accountId, name, (data as Partial<Nameservers>).nameservers)
        if (detailKind === 'lock' || detailKind === 'detail') storeNewestRegistrarLockState(database, accountId, name)
        if (detailKind === 'whois')
          storeWhoisPrivacyState(database, accountId, name, (data as Partial<Whois>).whois_privacy)
        if (detailKind === 'usage') storeServerUsageReading(database, accountId, name, stored, readAt)
        if (detailKind === 'detail') updateDomainFromDetail(database, accountId, name, data as DomainDetail, readAt)
        if (resourceKind === 'domain') storeOldestDetailReadTime(database, accountId, name)
      })
      inventoryChangedEmitter.notify(accountId, resourceKind === 'domain' ? name : null)
    },
    saveDetailError(accountId, resourceKind, name, detailKind, error, at) {
      const wireError = toWireError(error)
      database.transaction(() => {
        if (!isResourceStored(accountId, resourceKind, name)) return
        saveDetailError(database, accountId, resourceKind, name, detailKind, wireError, at)
        if (detailKind === 'zone')
          database.run(
            'update domain set is_zone_refused = ? where account_id = ? and name = ?',
            Number(isLastingRefusalCode(wireError.code ?? null)),
            accountId,
            name,
          )
        if (resourceKind === 'domain') storeOldestDetailReadTime(database, accountId, name)
      })
      inventoryChangedEmitter.notify(accountId, resourceKind === 'domain' ? name : null)
    },
    gone,
    flush: () => inventoryChangedEmitter.flush(),
  }
}

/** Call it before the newer reading is stored. */
function recordDetectedDetailChanges(
  database: Database,
  target: { accountId: string; kind: ResourceKind; name: string },
  detailKind: string,
  data: object,
  detectedAt: number,
): void {
  const before = getDetail<object>(database, target.accountId, target.kind, target.name, detailKind)
  if (before.data === null || before.readAt === null) return
  storeDetectedChanges(database, target, diffDetailReadings(detailKind, before.data, data), before.readAt, detectedAt)
}

/** Anything but true and false counts as unknown. */
function storeWhoisPrivacyState(database: Database, accountId: string, name: string, value: unknown): void {
  const flag = typeof value === 'boolean' ? Number(value) : null
  database.run('update domain set has_whois_privacy = ? where account_id = ? and name = ?', flag, accountId, name)
}

/** The detail is newer than the list that led to it, so its values replace those of the list. */
function updateDomainFromDetail(
  database: Database,
  accountId: string,
  name: string,
  detail: DomainDetail,
  readAt: number,
): void {
  const old = database.get<{ status: string; expiry_date: string | null; read_at: number }>(
    'select status, expiry_date, read_at from domain where account_id = ? and name = ?',
    accountId,
    name,
  )
  if (old) {
    const expiry = detail.expiry_date === undefined ? old.expiry_date : detail.expiry_date
    const changes = diffListEntryReadings(old, { status: detail.status, expiry_date: expiry })
    storeDetectedChanges(database, { accountId, kind: 'domain', name }, changes, old.read_at, readAt)
  }
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
  if (detail.decoded_domain)
    storeSearchEntries(database, accountId, [
      { domain: name, title: joinNamesOfDomainForSearch(name, detail.decoded_domain) },
    ])
}

/**
 * The API description does not show the shape of some answers. An answer that is not an object is wrapped in an object.
 */
function wrapNonObject(data: unknown): object {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : { value: data }
}
