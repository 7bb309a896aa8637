import type { Forecast, Spending } from '#shared/ipc/order-report-schemas.ts'

/** One part of every bar: a kind or an account. */
export interface MonthlySeries {
  key: string
  name: string
  /** Name of a CSS variable, without the leading dashes. */
  colour: string
  /** Yen per month, in the order of the months. */
  yen: number[]
}

export interface SeriesGroup {
  key: string
  name: string
  colour: string
}

/** The months from the first with spending to the last, gaps included, oldest first. */
export function monthRange(months: readonly { month: string }[]): string[] {
  const sorted = months.map(({ month }) => month).toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const all: string[] = []
  for (let month = first; month <= last; month = monthAfter(month)) all.push(month)
  return all
}

export function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/**
 * Sums the rows by group and month. The group with the largest sum comes first, so it is at the bottom of every bar.
 */
export function groupMonthlySeries<Row extends { month: string; yen: number }>(
  rows: readonly Row[],
  months: readonly string[],
  groupOf: (row: Row) => SeriesGroup,
): MonthlySeries[] {
  const found = new Map<string, MonthlySeries>()
  const place = new Map(months.map((month, index) => [month, index]))
  for (const row of rows) {
    const index = place.get(row.month)
    if (index === undefined || row.yen === 0) continue
    const group = groupOf(row)
    const series = found.get(group.key) ?? { ...group, yen: months.map(() => 0) }
    series.yen[index] = (series.yen[index] ?? 0) + row.yen
    found.set(group.key, series)
  }
  return [...found.values()].toSorted((a, b) => sumNumbers(b.yen) - sumNumbers(a.yen))
}

/** At most `most` series: the largest ones, and the sum of the others as the last one. */
export function mergeSmallSeries(
  series: readonly MonthlySeries[],
  { name, most }: { name: string; most: number },
): MonthlySeries[] {
  if (series.length <= most) return [...series]
  const rest = series.slice(most - 1)
  const yen = series[0]?.yen.map((_, index) => sumNumbers(rest.map((each) => each.yen[index] ?? 0))) ?? []
  return [...series.slice(0, most - 1), { key: 'others', name, colour: 'quiet', yen }]
}

export function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

export interface ForecastMonth {
  month: string
  yen: number
  domains: number
  unpriced: number
  servers: number
}

const monthsAhead = 12

/** The sums of all accounts for twelve months from `first` on, months without expiry dates included. */
export function forecastMonths(rows: Forecast['months'], first: string): ForecastMonth[] {
  const months = new Map<string, ForecastMonth>()
  for (let month = first; months.size < monthsAhead; month = monthAfter(month))
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

export function countOrdersInMonth({ months }: Spending, month: string): number {
  return sumNumbers(months.filter((row) => row.month === month).map(({ count }) => count))
}
