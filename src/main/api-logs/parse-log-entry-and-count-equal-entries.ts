import type { ExecutionLogEntry } from '#shared/api/key-and-log-endpoints.ts'
import { parseJapanTime } from '#shared/japan-time.ts'

/** A stored entry of the execution log. `at`: epoch milliseconds. Entries have no id, so equal entries are counted. */
export interface StoredLogEntry {
  at: number
  method: string
  path: string
  statusCode: number
  responseTimeMs: number | null
  ipAddress: string | null
}

/** Returns null when the entry's time cannot be parsed, because such an entry cannot be sorted. */
export function parseLogEntry(entry: ExecutionLogEntry): StoredLogEntry | null {
  const at = parseJapanTime(entry.created_at)
  return at === null
    ? null
    : {
        at,
        method: entry.method,
        path: entry.path,
        statusCode: entry.status_code,
        responseTimeMs: entry.response_time_ms ?? null,
        ipAddress: entry.ip_address ?? null,
      }
}

export function buildLogEntryIdentity({
  at,
  method,
  path,
  statusCode,
  responseTimeMs,
  ipAddress,
}: StoredLogEntry): string {
  return JSON.stringify([at, method, path, statusCode, responseTimeMs, ipAddress])
}

export type CountsByLogEntryIdentity = Map<string, { entry: StoredLogEntry; count: number }>

export function countEqualLogEntries(entries: readonly StoredLogEntry[]): CountsByLogEntryIdentity {
  const counts: CountsByLogEntryIdentity = new Map()
  for (const entry of entries) {
    const identity = buildLogEntryIdentity(entry)
    const known = counts.get(identity)
    if (known) known.count += 1
    else counts.set(identity, { entry, count: 1 })
  }
  return counts
}
