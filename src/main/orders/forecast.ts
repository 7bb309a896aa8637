import type { Forecast } from '#shared/ipc/orders.ts'
import { breathe } from '../pace/slices.ts'
import type { Database } from '../store/database.ts'
import { pricesByTld, type Offers } from './offers.ts'
import { japanMonth } from './spending.ts'

export interface ForecastDeps {
  database: Database
  offers: Pick<Offers, 'prices'>
}

type Month = Forecast['months'][number]

const monthsAhead = 12

/** The months from the one of `now` on, `YYYY-MM`, in Japan. */
function monthsFrom(now: number): string[] {
  const [year, month] = japanMonth(now).split('-').map(Number) as [number, number]
  return Array.from({ length: monthsAhead }, (_, index) => new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7))
}

/**
 * What renewing everything for a year would cost, by month of expiry. Only active domains can be renewed (section "Domain API"); of
 * servers no price is told, so they are counted. Account by account, with a breath between.
 */
export async function takeForecast({ database, offers }: ForecastDeps, accountIds: readonly string[], now: number): Promise<Forecast> {
  const months = monthsFrom(now)
  const [first, last] = [`${months[0]}-00`, `${months.at(-1)}-99`]
  const all: Month[] = []
  const readAts: (number | null)[] = []
  const pricedAts: (number | null)[] = []
  for (const accountId of accountIds) {
    const domains = database.all<{ month: string; tld: string; count: number; readAt: number }>(
      `select substr(expiry_date, 1, 7) as month, lower(substr(name, instr(name, '.') + 1)) as tld, count(*) as count, min(read_at) as readAt
       from domain where account_id = ? and status = 'active' and expiry_date > ? and expiry_date < ? group by 1, 2`,
      accountId,
      first,
      last,
    )
    const servers = database.all<{ month: string; count: number; readAt: number }>(
      `select substr(expiry_date, 1, 7) as month, count(*) as count, min(read_at) as readAt
       from server where account_id = ? and expiry_date > ? and expiry_date < ? group by 1`,
      accountId,
      first,
      last,
    )
    const stored = offers.prices(accountId)
    const priceOf = pricesByTld(stored.data ?? [])
    const byMonth = new Map<string, Month>()
    const at = (month: string): Month => {
      const known = byMonth.get(month) ?? { month, accountId, yen: 0, domains: 0, unpriced: 0, servers: 0 }
      byMonth.set(month, known)
      return known
    }
    for (const { month, tld, count } of domains) {
      const sum = at(month)
      const renew = priceOf(`name.${tld}`)?.renew
      sum.domains += count
      if (renew === null || renew === undefined) sum.unpriced += count
      else sum.yen += renew * count
    }
    for (const { month, count } of servers) at(month).servers += count
    all.push(...byMonth.values())
    readAts.push(...[...domains, ...servers].map(({ readAt }) => readAt), ...unread(database, accountId))
    if (domains.length > 0) pricedAts.push(stored.readAt)
    await breathe()
  }
  return { months: all.sort((one, other) => (one.month < other.month ? -1 : Number(one.month > other.month))), readAt: oldest(readAts), pricedAt: oldest(pricedAts) }
}

/** An account whose lists were never read: nothing is known of its expiry dates. */
function unread(database: Database, accountId: string): null[] {
  return database.get('select 1 from sync_run where account_id = ? and lists_read_at is not null', accountId) ? [] : [null]
}

/** Null when one of them is unknown, or there is none. */
function oldest(instants: readonly (number | null)[]): number | null {
  if (instants.length === 0 || instants.includes(null)) return null
  return instants.reduce((least, at) => Math.min(least as number, at as number))
}
