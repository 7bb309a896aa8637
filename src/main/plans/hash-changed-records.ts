import { createHash } from 'node:crypto'
import { getDuplicateKeyWithTtl } from '#shared/dns/records/compare-records.ts'
import { normalizeRelativeHost, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'

/**
 * A hash of the records of the zone with a host and type that the changes touch. Equal for zones in which these records have
 * the same meaning and TTL. Null if no record changes.
 */
export function hashChangedRecords(
  zone: readonly DnsRecordFields[] | null,
  changes: readonly DomainChange[],
): string | null {
  const touched = new Set(changes.flatMap(recordsOf).map(hostAndType))
  if (touched.size === 0) return null
  const keys = (zone ?? []).filter((record) => touched.has(hostAndType(record))).map(getDuplicateKeyWithTtl)
  return createHash('sha256').update(JSON.stringify(keys.toSorted())).digest('base64')
}

function recordsOf(change: DomainChange): DnsRecordFields[] {
  switch (change.kind) {
    case 'add':
      return [change.after]
    case 'change':
      return [change.before, change.after]
    case 'delete':
      return [change.before]
    default:
      return []
  }
}

function hostAndType({ host, type }: DnsRecordFields): string {
  return `${type} ${normalizeRelativeHost(host)}`
}
