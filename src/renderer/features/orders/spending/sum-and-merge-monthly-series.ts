/** One part of every bar: a kind or an account. */
export interface MonthlySeries {
  key: string
  name: string
  /** Name of a CSS variable, without the leading dashes. */
  colour: string
  /** Yen per month, in the order of the months. */
  yen: number[]
}

export interface MonthlySeriesGroup {
  key: string
  name: string
  colour: string
}

/**
 * Sums the rows by group and month. The group with the largest sum comes first, so it is at the bottom of every bar.
 */
export function sumByGroupAndMonth<Row extends { month: string; yen: number }>(
  rows: readonly Row[],
  months: readonly string[],
  groupOf: (row: Row) => MonthlySeriesGroup,
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

/** At most `maxSeries` series: the largest ones, and the sum of the others as the last one. */
export function mergeSmallestSeriesIntoOthers(
  series: readonly MonthlySeries[],
  { name, maxSeries }: { name: string; maxSeries: number },
): MonthlySeries[] {
  if (series.length <= maxSeries) return [...series]
  const rest = series.slice(maxSeries - 1)
  const yen = series[0]?.yen.map((_, index) => sumNumbers(rest.map((each) => each.yen[index] ?? 0))) ?? []
  return [...series.slice(0, maxSeries - 1), { key: 'others', name, colour: 'quiet', yen }]
}

export function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
