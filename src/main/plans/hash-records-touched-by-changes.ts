import { createHash } from 'node:crypto'
import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-two-records.ts'
import { normalizeRelativeHost, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { listRecordsOfChange } from '#main/change-log/format-change-values.ts'

/**
 * Returns a hash of the zone's records whose host and type the changes touch; null if no record changes. A host with a
 * CNAME may have no other record. So a CNAME change touches all records of the host. Any other change at the host
 * touches the CNAME. Zones in which these records have the same meaning and TTL have the same hash.
 */
export function hashRecordsTouchedByChanges(
  zone: readonly DnsRecordFields[] | null,
  changes: readonly DomainChange[],
): string | null {
  const typesByHost = new Map<string, Set<string>>()
  for (const { host, type } of changes.flatMap(listRecordsOfChange)) {
    const key = normalizeRelativeHost(host)
    typesByHost.set(key, (typesByHost.get(key) ?? new Set()).add(type))
  }
  if (typesByHost.size === 0) return null
  const isTouched = ({ host, type }: DnsRecordFields) => {
    const types = typesByHost.get(normalizeRelativeHost(host))
    return types !== undefined && (types.has(type) || types.has('CNAME') || type === 'CNAME')
  }
  const keys = (zone ?? []).filter(isTouched).map(buildRecordKeyWithTtl)
  return createHash('sha256').update(JSON.stringify(keys.toSorted())).digest('base64')
}
