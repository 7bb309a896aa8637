import {
  areAllKeysLimitedToTargets,
  listTargetsKeysAreLimitedTo,
} from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import type { Customer, CustomerResource, CustomerSummary } from '#shared/ipc/customers.ts'
import type { DomainRow, ServerRow } from '#shared/ipc/inventory.ts'
import { listUsableKeysOrAll } from '#shared/key-states.ts'
import type {
  DomainIdOrServerKey,
  NamesReadableByLimitedKeys,
} from '#main/inventory/customers/query-customers-with-domains-and-servers.ts'
import type { InventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import type { PriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import { createRenewalPriceFinder, createUnknownRenewalPrice, type RenewalPriceFinder } from './find-renewal-price.ts'

export interface CustomerReportsDeps {
  queries: Pick<
    InventoryQueriesForQueryThread,
    'customers' | 'idsOfCustomerDomainsAndServers' | 'customerDomainAndServerCounts'
  >
  domainRows: (ids: readonly number[]) => DomainRow[]
  serverRow: (accountId: string, name: string) => ServerRow | undefined
  priceLists: Pick<PriceAndHostingPlanLists, 'prices'>
  /** The keys of each account, by its ID. */
  keysByAccount: () => Readonly<Record<string, readonly Key[]>>
}

/**
 * Reports on the user's customers: their domains and servers, when these expire, and what their renewal costs by the
 * stored prices.
 */
export interface CustomerReports {
  list(): Promise<Customer[]>
  /** Throws `not_found`. */
  summary(customer: string): Promise<CustomerSummary>
  items(customer: string, page: { offset: number; limit: number }): Promise<PageOf<CustomerResource>>
  /**
   * The IDs of all items, and a function that reads the items of some IDs with the prices that were stored when
   * `openItems` was called.
   */
  openItems(
    customer: string,
  ): Promise<{
    ids: readonly DomainIdOrServerKey[]
    read: (ids: readonly DomainIdOrServerKey[]) => Promise<CustomerResource[]>
  }>
}

export function createCustomerReports({
  queries,
  domainRows,
  serverRow,
  priceLists,
  keysByAccount,
}: CustomerReportsDeps): CustomerReports {
  /** In the order of the list, without rows that are no longer stored. */
  async function readItems(
    ids: readonly DomainIdOrServerKey[],
    prices: RenewalPriceFinder,
  ): Promise<CustomerResource[]> {
    const domains = domainRows(ids.filter((id) => typeof id === 'number'))
    await prices.load(domains.map(({ accountId }) => accountId))
    const servers = ids.flatMap((id) => (typeof id === 'string' ? (toServerItem(id) ?? []) : []))
    return [...domains.map((row) => toDomainItem(row, prices)), ...servers].sort(compareByExpiry)
  }

  function toServerItem(id: string): CustomerResource | null {
    const [accountId, name] = JSON.parse(id) as [string, string]
    const row = serverRow(accountId, name)
    if (!row) return null
    const { status, expiryDate, autoRenew, readAt } = row
    return {
      kind: 'server',
      accountId,
      name,
      decodedName: null,
      status,
      expiryDate,
      autoRenew,
      autoRenewReadAt: readAt,
      readAt,
      renewal: createUnknownRenewalPrice('server', null),
    }
  }

  async function openItems(customer: string) {
    const ids = await queries.idsOfCustomerDomainsAndServers(customer)
    const prices = createRenewalPriceFinder(priceLists)
    return { ids, read: (some: readonly DomainIdOrServerKey[]) => readItems(some, prices) }
  }

  return {
    list: () => queries.customers(findNamesReadableByLimitedKeys(keysByAccount())),
    openItems,
    async items(customer, { offset, limit }) {
      const { ids, read } = await openItems(customer)
      return { rows: await read(ids.slice(offset, offset + limit)), total: ids.length, offset }
    },
    async summary(customer) {
      const counts = await queries.customerDomainAndServerCounts(
        customer,
        findNamesReadableByLimitedKeys(keysByAccount()),
      )
      if (counts === null) throw new AppError('not_found', 'No domain and no server has this customer')
      const { name, domains, servers, gone, unstored, notRead, ofUnknownAccount, listedBySeveral, listsReadAt } = counts
      const active = domains.filter(({ status }) => status === 'active')
      const accountIds = [...new Set(active.map(({ accountId }) => accountId))]
      const prices = createRenewalPriceFinder(priceLists)
      await prices.load(accountIds)
      const summary: CustomerSummary = {
        name,
        domains: domains.reduce((sum, { count }) => sum + count, 0),
        servers,
        gone,
        unstored,
        notRead,
        ofUnknownAccount,
        listedBySeveral,
        yen: 0,
        priced: 0,
        unpriced: { pricesNotRead: 0, notListed: 0, unpayable: 0, notActive: 0 },
        pricedAt: null,
        listsReadAt,
        accountIds,
      }
      const pricedAts: (number | null)[] = []
      for (const { accountId, tld, status, count } of domains) {
        const { yen, readAt, unknown: reason } = prices.find({ accountId, name: `name.${tld}`, status })
        if (yen !== null) {
          summary.yen += yen * count
          summary.priced += count
          pricedAts.push(readAt)
        } else if (reason !== null && reason !== 'server') summary.unpriced[reason] += count
      }
      return { ...summary, pricedAt: oldest(pricedAts) }
    },
  }
}

/** Nothing is known yet about an account without keys. */
function findNamesReadableByLimitedKeys(
  keysByAccount: Readonly<Record<string, readonly Key[]>>,
): NamesReadableByLimitedKeys {
  const find = (list: 'domain' | 'server') =>
    Object.fromEntries(
      Object.entries(keysByAccount).flatMap(([accountId, keys]) => {
        const reading = listUsableKeysOrAll(keys).filter((key) => mayAnyKeyReadList([key], list))
        const isLimited = keys.length > 0 && (reading.length === 0 || areAllKeysLimitedToTargets(reading, list))
        return isLimited ? [[accountId, [...listTargetsKeysAreLimitedTo(reading, list)]]] : []
      }),
    )
  return { domain: find('domain'), server: find('server') }
}

function toDomainItem(row: DomainRow, prices: RenewalPriceFinder): CustomerResource {
  const { accountId, name, decodedName, status, expiryDate, autoRenew, readAt, detailReadAt } = row
  return {
    kind: 'domain',
    accountId,
    name,
    decodedName,
    status,
    expiryDate,
    autoRenew,
    autoRenewReadAt: detailReadAt ?? null,
    readAt,
    renewal: prices.find(row),
  }
}

/** Compares like `queryIdsOfCustomerDomainsAndServers` sorts: by expiry (unknown last), name and account ID. */
function compareByExpiry(one: CustomerResource, other: CustomerResource): number {
  return (
    compare(one.expiryDate ?? '9999-99-99', other.expiryDate ?? '9999-99-99') ||
    compare(one.name, other.name) ||
    compare(one.accountId, other.accountId)
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function oldest(instants: readonly (number | null)[]): number | null {
  return instants.reduce<number | null>(
    (least, at) => (at !== null && (least === null || at < least) ? at : least),
    null,
  )
}
