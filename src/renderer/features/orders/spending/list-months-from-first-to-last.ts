/** Returns the months from the first with spending to the last, gaps included, oldest first. */
export function listMonthsFromFirstToLast(months: readonly { month: string }[]): string[] {
  const sorted = months.map(({ month }) => month).toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const all: string[] = []
  for (let month = first; month <= last; month = getMonthAfter(month)) all.push(month)
  return all
}

export function getMonthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
