import type { DomainCountsByExpiryMonth } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import { domainExpiryOrMaxDateSql } from '#main/inventory/domains/domain-filter-sql.ts'
import type { Database } from '#main/store/database.ts'

const months = 12

/**
 * Counts the listed domains of any status by month of expiry. Uses the same date rules as the filter of the domain
 * list, so both show the same numbers. `accountIdsJson` null: all accounts. `today`: the date in Japan.
 */
export function countDomainsByExpiryMonth(
  database: Database,
  accountIdsJson: string | null,
  today: string,
): DomainCountsByExpiryMonth {
  const dates = database.all<{ date: string | null; count: number }>(
    `select nullif(${domainExpiryOrMaxDateSql}, '9999-99-99') as date, count(*) as count from domain d
     where gone_since is null and (?1 is null or account_id in (select value from json_each(?1)))
     group by ${domainExpiryOrMaxDateSql}`,
    accountIdsJson,
  )
  const countWhere = (matches: (date: string) => boolean): number =>
    dates.reduce((sum, { date, count }) => (date !== null && matches(date) ? sum + count : sum), 0)
  const spans = nextMonths(today)
  const laterFrom = firstOfMonth(today, months)
  return {
    overdue: countWhere((date) => date < today),
    months: spans.map(({ from, to }) => ({ from, to, count: countWhere((date) => date >= from && date <= to) })),
    later: { from: laterFrom, count: countWhere((date) => date >= laterFrom) },
    undetermined: dates.find(({ date }) => date === null)?.count ?? 0,
  }
}

/** The rest of this month, and the months after it, as first and last day. */
function nextMonths(today: string): { from: string; to: string }[] {
  return Array.from({ length: months }, (_, index) => ({
    from: index === 0 ? today : firstOfMonth(today, index),
    to: dayBefore(firstOfMonth(today, index + 1)),
  }))
}

function firstOfMonth(date: string, monthsLater: number): string {
  const [year, month] = date.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + monthsLater, 1)).toISOString().slice(0, 10)
}

function dayBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}
