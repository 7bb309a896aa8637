import { dayMs } from '#shared/durations.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { queryExpiryThresholdsByAccount } from '#main/accounts/folder-expiry-threshold-store.ts'
import { queryAccountPairOverlaps } from '#main/accounts/query-accounts-that-list-same-domain-or-server.ts'
import type { Database } from '#main/store/database.ts'
import type { NotificationReason } from './shown-notification-reason-store.ts'

export interface ExpiriesNotYetNotified {
  /** The longest warning period, in days, that a domain or server has reached without a notification yet. */
  days: number
  /**
   * For each warning period up to `days`, the number that expire within it. Shortest first. A longer period includes
   * the shorter ones.
   */
  countsByWarningPeriod: { days: number; count: number }[]
  /** The time of the oldest reading among the lists that contain these domains and servers. Epoch milliseconds. */
  oldestReadAt: number
  /** True if several accounts list the same domain or server. It is then counted once per account. */
  hasSharedRows: boolean
  /**
   * The reasons that no notification has shown, as JSON texts of `NotificationReason[]`. One of a long list at a time
   * is parsed.
   */
  newReasonsJsonChunks: string[]
}

type ExpiringKind = 'domains_expiring' | 'servers_expiring'

interface Row {
  account_id: string
  name: string
  expiry_date: string
  read_at: number
  told_days: number | null
}

const reasonsPerChunk = 500

/** Selects the rows that the lists show with the filter `expiresWithinDays`: servers, and only active domains. */
const rowsSql: Record<ExpiringKind, string> = {
  domains_expiring: `from domain r left join told_notification t on t.kind = ?1 and t.subject = r.name and t.occurrence = r.expiry_date
    where coalesce(r.expiry_date, '9999-99-99') <= ?2 and r.status = 'active' and r.gone_since is null`,
  servers_expiring: `from server r left join told_notification t on t.kind = ?1 and t.subject = r.name and t.occurrence = r.expiry_date
    where r.expiry_date <= ?2 and r.gone_since is null`,
}

/**
 * Finds domains or servers that have reached an expiry threshold for which no notification was shown yet. The counts
 * also include all others that expire within the same number of days. Null: notifications have shown every threshold
 * that was reached. `now`: epoch milliseconds.
 */
export function queryExpiriesNotYetNotified(
  database: Database,
  kind: ExpiringKind,
  now: number,
): ExpiriesNotYetNotified | null {
  const thresholds = queryExpiryThresholdsByAccount(database)
  const allDays = [...new Set([...thresholds.values()].flat())].toSorted((one, other) => one - other)
  /** The last day in Japan of each span. */
  const lastDays = new Map(allDays.map((days) => [days, formatJapanDate(now + days * dayMs)]))
  const isWithin = ({ expiry_date }: Row, days: number) => expiry_date <= (lastDays.get(days) ?? '')
  const rows = database.all<Row>(
    `select r.account_id, r.name, r.expiry_date, r.read_at, t.days as told_days ${rowsSql[kind]}`,
    kind,
    lastDays.get(allDays.at(-1) ?? 0) ?? '',
  )
  const newReasons = rows.flatMap((row): NotificationReason[] => {
    const days = thresholds.get(row.account_id)?.findLast((each) => isWithin(row, each))
    if (days === undefined || (row.told_days !== null && row.told_days <= days)) return []
    return [{ subject: row.name, occurrence: row.expiry_date, days }]
  })
  if (newReasons.length === 0) return null
  const days = newReasons.reduce((max, reason) => Math.max(max, reason.days), 0)
  return {
    days,
    countsByWarningPeriod: allDays
      .filter((each) => each <= days)
      .map((each) => ({ days: each, count: rows.filter((row) => isWithin(row, each)).length })),
    hasSharedRows: queryAccountPairOverlaps(database).length > 0,
    oldestReadAt: rows.reduce((oldest, row) => (isWithin(row, days) ? Math.min(oldest, row.read_at) : oldest), now),
    newReasonsJsonChunks: Array.from({ length: Math.ceil(newReasons.length / reasonsPerChunk) }, (_, index) =>
      JSON.stringify(newReasons.slice(index * reasonsPerChunk, (index + 1) * reasonsPerChunk)),
    ),
  }
}

/** Queries that may take longer than a frame with 50,000 domains (ADR 32). */
export const notificationQueriesForQueryThread = { expiringResources: queryExpiriesNotYetNotified }
