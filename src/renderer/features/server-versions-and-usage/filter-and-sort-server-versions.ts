import { compareSortValues } from '#renderer/ui/table/compare-sort-values.ts'
import { findOlderInfoOrUsageReadAt, type ServerVersionsRow } from './to-server-versions-row.ts'

export interface ServerVersionsFilter {
  text: string
  php: string | null
  database: string | null
}

export function matchesServerVersionsFilter(
  facts: ServerVersionsRow,
  { text, php, database }: ServerVersionsFilter,
): boolean {
  const { name, accountLabel, addresses, php: phpVersions, databases } = facts
  const searched = [name, accountLabel, ...addresses, ...(phpVersions ?? []), ...(databases ?? [])]
    .join('\n')
    .toLowerCase()
  return (
    text
      .toLowerCase()
      .split(/\s+/u)
      .every((word) => searched.includes(word)) &&
    (php === null || (phpVersions ?? []).includes(php)) &&
    (database === null || (databases ?? []).includes(database))
  )
}

/** Returns every version that at least one server has, the highest version number first. */
export function listVersionsInUse(all: readonly ServerVersionsRow[], field: 'php' | 'databases'): string[] {
  const versions = new Set(all.flatMap((facts) => facts[field] ?? []))
  return [...versions].sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
}

export const serverVersionsSortKeys = ['name', 'account', 'usage', 'oldestRead'] as const
export type ServerVersionsSortKey = (typeof serverVersionsSortKeys)[number]

function sortValueOf(facts: ServerVersionsRow, key: ServerVersionsSortKey): string | number | null {
  switch (key) {
    case 'name':
      return facts.name
    case 'account':
      return facts.accountLabel
    case 'usage':
      return facts.usage[0]?.share ?? null
    case 'oldestRead':
      return findOlderInfoOrUsageReadAt(facts)
  }
}

/** Returns a new list, sorted by a column. Servers with equal values in this column are sorted by name. */
export function sortServerVersionsRows(
  all: readonly ServerVersionsRow[],
  key: ServerVersionsSortKey,
  isDescending: boolean,
): ServerVersionsRow[] {
  return all.toSorted(
    (one, other) =>
      compareSortValues(sortValueOf(one, key), sortValueOf(other, key), isDescending) ||
      compareSortValues(one.name, other.name, false),
  )
}
