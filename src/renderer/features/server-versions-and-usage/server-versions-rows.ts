import { serverStatusWithoutDetails } from '#shared/detail-kinds.ts'
import { findServerAddresses } from '#shared/find-server-addresses.ts'
import type { Server } from '#shared/ipc/inventory.ts'
import { parseFieldLines } from '#renderer/features/servers/parse-server-information.ts'
import { compareSortValues } from '#renderer/ui/table/compare-sort-values.ts'
import { parseServerUsage } from '#renderer/features/servers/usage/parse-server-usage.ts'

/** A number of the usage that has a limit. `share`: 1 at the limit. */
export interface UsageOfLimit {
  name: string
  used: number
  limit: number
  share: number
}

/** What the list shows of one server. A list that is null has a form that Banto does not know. */
export interface ServerVersionsRow {
  accountId: string
  name: string
  accountLabel: string
  /** Nothing can be read or changed before the setup is done. */
  isSettingUp: boolean
  addresses: string[]
  php: string[] | null
  databases: string[] | null
  /** Numbers with a limit, the one with the largest share of its limit first. */
  usage: UsageOfLimit[]
  infoReadAt: number | null
  usageReadAt: number | null
}

export interface VersionsFilter {
  text: string
  php: string | null
  database: string | null
}

export function toServerVersionsRow({ row, info, usage }: Server, accountLabel: string): ServerVersionsRow {
  return {
    accountId: row.accountId,
    name: row.name,
    accountLabel,
    isSettingUp: row.status === serverStatusWithoutDetails,
    addresses: findServerAddresses(info.data),
    php: parseFieldLines(info.data?.['php_versions']),
    databases: parseFieldLines(info.data?.['db_versions']),
    usage: parseServerUsage(usage.data ?? {})
      .numbers.flatMap(({ path, used, limit }) =>
        limit === null ? [] : [{ name: path.join(' '), used, limit, share: used / limit }],
      )
      .sort((one, other) => other.share - one.share),
    infoReadAt: info.readAt,
    usageReadAt: usage.readAt,
  }
}

export function matchesVersionsFilter(facts: ServerVersionsRow, { text, php, database }: VersionsFilter): boolean {
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

/** Every version that a server has, the highest version number first. */
export function listVersionsInUse(all: readonly ServerVersionsRow[], field: 'php' | 'databases'): string[] {
  const versions = new Set(all.flatMap((facts) => facts[field] ?? []))
  return [...versions].sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
}

export const versionsSortKeys = ['name', 'account', 'usage', 'oldestRead'] as const
export type VersionsSortKey = (typeof versionsSortKeys)[number]

/** When the older one of the information and the usage was read; null when one of them was never read. */
export function oldestReadAt({ infoReadAt, usageReadAt }: ServerVersionsRow): number | null {
  return infoReadAt === null || usageReadAt === null ? null : Math.min(infoReadAt, usageReadAt)
}

function sortValueOf(facts: ServerVersionsRow, key: VersionsSortKey): string | number | null {
  switch (key) {
    case 'name':
      return facts.name
    case 'account':
      return facts.accountLabel
    case 'usage':
      return facts.usage[0]?.share ?? null
    case 'oldestRead':
      return oldestReadAt(facts)
  }
}

/** A new list in the order of a column; servers that are equal in it are in the order of their names. */
export function sortServerVersionsRows(
  all: readonly ServerVersionsRow[],
  key: VersionsSortKey,
  isDescending: boolean,
): ServerVersionsRow[] {
  return all.toSorted(
    (one, other) =>
      compareSortValues(sortValueOf(one, key), sortValueOf(other, key), isDescending) ||
      compareSortValues(one.name, other.name, false),
  )
}
