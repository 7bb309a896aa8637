import { goneStatus, type RowCountsByStatus } from '#shared/ipc/inventory.ts'
import { countRowsWithStatuses } from './status-filter-options.ts'

type Translate = (key: string, values?: Record<string, unknown>, n?: number) => string

/**
 * Returns the text of how many rows a list shows, beside its title. Gone rows are counted apart, as on the chips. If
 * gone rows are shown, the text omits the total of the list, because it does not include them.
 */
export function describeShownRowCount(
  area: 'domains' | 'servers',
  counts: RowCountsByStatus,
  { statuses, isFiltered }: { statuses: readonly string[]; isFiltered: boolean },
  language: string,
  t: Translate,
): string {
  const words = (key: string, n: number) => t(`${area}.${key}`, { n: n.toLocaleString(language) }, n)
  const present = statuses.filter((status) => status !== goneStatus)
  if (present.length < statuses.length) {
    const gone = words('goneCount', counts.gone)
    return present.length === 0 ? gone : `${words('count', countRowsWithStatuses(counts, present))} · ${gone}`
  }
  const listed = countRowsWithStatuses(counts, statuses)
  if (!isFiltered) return words('count', listed)
  const [n, total] = [listed, counts.total].map((count) => count.toLocaleString(language))
  return t(`${area}.matching`, { n, total }, counts.total)
}
