import type { RenewalForecast } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import { getMonthAfter } from './list-months-from-first-to-last.ts'

export interface RenewalForecastMonth {
  month: string
  yen: number
  domains: number
  unpriced: number
  servers: number
}

const monthsAhead = 12

/** Returns the sums of all accounts for twelve months from `first` on, months without expiry dates included. */
export function sumRenewalForecastByMonth(rows: RenewalForecast['months'], first: string): RenewalForecastMonth[] {
  const months = new Map<string, RenewalForecastMonth>()
  for (let month = first; months.size < monthsAhead; month = getMonthAfter(month))
    months.set(month, { month, yen: 0, domains: 0, unpriced: 0, servers: 0 })
  for (const { month, yen, domains, unpriced, servers } of rows) {
    const at = months.get(month) ?? { month, yen: 0, domains: 0, unpriced: 0, servers: 0 }
    months.set(month, {
      month,
      yen: at.yen + yen,
      domains: at.domains + domains,
      unpriced: at.unpriced + unpriced,
      servers: at.servers + servers,
    })
  }
  return [...months.values()].toSorted((a, b) => a.month.localeCompare(b.month))
}
