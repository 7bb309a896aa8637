import { findServerAddresses } from '#shared/find-server-addresses.ts'
import type { Server } from '#shared/ipc/inventory.ts'
import { parseFieldLines } from '#renderer/features/servers/parse-server-fields.ts'
import { parseServerUsage } from '#renderer/features/servers/usage/parse-server-usage.ts'

/** What the list shows of one server. A list that is null has a form that Banto does not know. */
export interface ServerFacts {
  accountId: string
  name: string
  accountLabel: string
  addresses: string[]
  php: string[] | null
  databases: string[] | null
  /** Numbers with a limit, as `name used / limit`. A line breaks only within or after the name. */
  usage: string[]
  infoReadAt: number | null
  usageReadAt: number | null
}

export interface FactsFilter {
  text: string
  php: string | null
  database: string | null
}

export function toServerFacts({ row, info, usage }: Server, accountLabel: string, locale: string): ServerFacts {
  const n = (value: number) => value.toLocaleString(locale)
  return {
    accountId: row.accountId,
    name: row.name,
    accountLabel,
    addresses: findServerAddresses(info.data),
    php: parseFieldLines(info.data?.['php_versions']),
    databases: parseFieldLines(info.data?.['db_versions']),
    usage: parseServerUsage(usage.data ?? {}).numbers.flatMap(({ path, used, limit }) =>
      limit === null ? [] : [`${path.join(' ')} ${n(used)}\u00a0/\u00a0${n(limit)}`],
    ),
    infoReadAt: info.readAt,
    usageReadAt: usage.readAt,
  }
}

export function matchesFacts(facts: ServerFacts, { text, php, database }: FactsFilter): boolean {
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
export function versionsOf(all: readonly ServerFacts[], field: 'php' | 'databases'): string[] {
  const versions = new Set(all.flatMap((facts) => facts[field] ?? []))
  return [...versions].sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
}
