import { serverStatusWithoutDetails } from '#shared/domain-and-server-detail-kinds.ts'
import { findServerAddresses } from '#shared/find-addresses-in-server-information.ts'
import type { Server } from '#shared/ipc/inventory.ts'
import { formatUndocumentedFieldAsLines } from '#shared/format-undocumented-field-as-lines.ts'
import { parseServerUsage } from '#renderer/features/servers/usage/parse-server-usage.ts'

/** A number of the usage that has a limit. `share`: 1 at the limit. */
export interface LimitedUsageMetric {
  name: string
  used: number
  limit: number
  share: number
}

/** The facts of one server that the page shows. `php` and `databases` are null if Banto does not know their form. */
export interface ServerVersionsRow {
  accountId: string
  name: string
  accountLabel: string
  /** Nothing can be read or changed before the setup is done. */
  isSettingUp: boolean
  addresses: string[]
  php: string[] | null
  databases: string[] | null
  /** The number that uses the largest share of its limit comes first. */
  usage: LimitedUsageMetric[]
  infoReadAt: number | null
  usageReadAt: number | null
}

export function toServerVersionsRow({ row, info, usage }: Server, accountLabel: string): ServerVersionsRow {
  return {
    accountId: row.accountId,
    name: row.name,
    accountLabel,
    isSettingUp: row.status === serverStatusWithoutDetails,
    addresses: findServerAddresses(info.data),
    php: formatUndocumentedFieldAsLines(info.data?.['php_versions']),
    databases: formatUndocumentedFieldAsLines(info.data?.['db_versions']),
    usage: parseServerUsage(usage.data ?? {})
      .numbers.flatMap(({ path, used, limit }) =>
        limit === null ? [] : [{ name: path.join(' '), used, limit, share: used / limit }],
      )
      .sort((one, other) => other.share - one.share),
    infoReadAt: info.readAt,
    usageReadAt: usage.readAt,
  }
}

/**
 * Returns the name of the usage number if all servers have only this one; else null. The column title then states the
 * name once.
 */
export function findSingleUsageMetricName(rows: readonly Pick<ServerVersionsRow, 'usage'>[]): string | null {
  const names = new Set(rows.flatMap(({ usage }) => usage.map(({ name }) => name)))
  return names.size === 1 ? ([...names][0] ?? null) : null
}

/** Returns when the older one of the information and the usage was read; null when one of them was never read. */
export function findOlderInfoOrUsageReadAt({ infoReadAt, usageReadAt }: ServerVersionsRow): number | null {
  return infoReadAt === null || usageReadAt === null ? null : Math.min(infoReadAt, usageReadAt)
}
