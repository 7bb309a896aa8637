import { getDuplicateKey } from '#shared/dns/records/compare-two-records.ts'
import { normalizeRelativeHost, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'

/**
 * Returns a function that is called with each record in turn, and returns true for a duplicate of an earlier one.
 * Contents are compared only where a host has several records, because their comparison takes longer than reading.
 */
export function createRepeatedRecordDetector(): (record: DnsRecordFields) => boolean {
  /** Null: the host has several records, whose keys are in `keys`. */
  const onlyRecords = new Map<string, DnsRecordFields | null>()
  const keys = new Set<string>()
  return (record) => {
    const host = normalizeRelativeHost(record.host)
    const only = onlyRecords.get(host)
    if (only === undefined) {
      onlyRecords.set(host, record)
      return false
    }
    if (only !== null) {
      keys.add(getDuplicateKey(only))
      onlyRecords.set(host, null)
    }
    const before = keys.size
    return keys.add(getDuplicateKey(record)).size === before
  }
}
