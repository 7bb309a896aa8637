import type { RenewalForecast } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import { createTldPriceLookup } from '#shared/tld-price-lookup.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import type { PriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import { formatJapanMonth } from './compute-spending.ts'

export interface RenewalForecastDeps {
  database: Database
  priceLists: Pick<PriceAndHostingPlanLists, 'prices'>
}

type Month = RenewalForecast['months'][number]

const monthsAhead = 12

/** Returns the next months in Japan, starting with the month of `now`, as `YYYY-MM`. */
function monthsFrom(now: number): string[] {
  const [year, month] = formatJapanMonth(now).split('-').map(Number) as [number, number]
  return Array.from({ length: monthsAhead }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7),
  )
}

const domainsAtOnce = 5000
/** Sorts after every name. */
const afterEveryName = '\u{10ffff}'

interface ExpiryCount {
  month: string
  count: number
  readAt: number
}

/**
 * Counts the renewable domains of an account by month and TLD, in chunks of names. A month may be in several results.
 */
async function* queryExpiringDomainCounts(
  database: Database,
  accountId: string,
  from: string,
  until: string,
): AsyncGenerator<ExpiryCount & { tld: string }> {
  for (let after = ''; ;) {
    const { name: last } = database.get<{ name: string }>(
      `select name from domain where account_id = ? and name > ? order by name limit 1 offset ${domainsAtOnce - 1}`,
      accountId,
      after,
    ) ?? { name: null }
    yield* database.all<ExpiryCount & { tld: string }>(
      `select substr(expiry_date, 1, 7) as month, lower(substr(name, instr(name, '.') + 1)) as tld, count(*) as count, min(read_at) as readAt
       from domain where account_id = ? and name > ? and name <= ? and status = 'active' and gone_since is null and expiry_date > ? and expiry_date < ? group by 1, 2`,
      accountId,
      after,
      last ?? afterEveryName,
      from,
      until,
    )
    await yieldToEventLoop()
    if (last === null) return
    after = last
  }
}

function queryExpiringServerCounts(database: Database, accountId: string, from: string, until: string): ExpiryCount[] {
  return database.all<ExpiryCount>(
    `select substr(expiry_date, 1, 7) as month, count(*) as count, min(read_at) as readAt
     from server where account_id = ? and gone_since is null and expiry_date > ? and expiry_date < ? group by 1`,
    accountId,
    from,
    until,
  )
}

/**
 * Returns the cost of renewing everything for one year, by month of expiry. Only active domains can be renewed (API
 * description, section "Domain API"). The service gives no renewal prices for servers, so servers are only counted.
 */
export async function queryRenewalForecast(
  { database, priceLists }: RenewalForecastDeps,
  accountIds: readonly string[],
  now: number,
): Promise<RenewalForecast> {
  const span = monthsFrom(now)
  const [from, until] = [`${span[0]}-00`, `${span.at(-1)}-99`]
  const all: Month[] = []
  const readAts: number[] = []
  const pricedAts: number[] = []
  let accountsUnread = 0
  let accountsUnpriced = 0
  for (const accountId of accountIds) {
    const byMonth = new Map<string, Month>()
    const at = (month: string): Month => {
      const known = byMonth.get(month) ?? { month, accountId, yen: 0, domains: 0, unpriced: 0, servers: 0 }
      byMonth.set(month, known)
      return known
    }
    const stored = priceLists.prices(accountId)
    const priceOf = createTldPriceLookup(stored.data ?? [])
    for await (const { month, tld, count, readAt } of queryExpiringDomainCounts(database, accountId, from, until)) {
      const sum = at(month)
      const renew = priceOf(`name.${tld}`)?.renew
      sum.domains += count
      if (renew === null || renew === undefined) sum.unpriced += count
      else sum.yen += renew * count
      readAts.push(readAt)
    }
    for (const { month, count, readAt } of queryExpiringServerCounts(database, accountId, from, until)) {
      at(month).servers += count
      readAts.push(readAt)
    }
    all.push(...byMonth.values())
    const hasDomains = [...byMonth.values()].some(({ domains }) => domains > 0)
    if (hasDomains && stored.readAt === null) accountsUnpriced += 1
    else if (hasDomains && stored.readAt !== null) pricedAts.push(stored.readAt)
    // The read time of the lists counts even for an account without an expiring domain or server: it says how old
    // "nothing expires" is.
    const listedAt = listsReadAt(database, accountId)
    if (listedAt === null) accountsUnread += 1
    else readAts.push(listedAt)
  }
  const months = all.sort((one, other) => (one.month < other.month ? -1 : Number(one.month > other.month)))
  return { months, readAt: oldest(readAts), accountsUnread, pricedAt: oldest(pricedAts), accountsUnpriced }
}

/** Returns null when the account's lists were never read. Its expiry dates are then unknown. */
function listsReadAt(database: Database, accountId: string): number | null {
  return (
    database.get<{ at: number | null }>('select lists_read_at as at from sync_run where account_id = ?', accountId)
      ?.at ?? null
  )
}

function oldest(instants: readonly number[]): number | null {
  return instants.reduce<number | null>((least, at) => (least === null || at < least ? at : least), null)
}
