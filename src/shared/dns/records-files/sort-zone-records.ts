import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'

const typeOrder = ['NS', 'A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV']

/**
 * Returns the records in the order of a written file: the apex first, then by the labels of the host from the last to
 * the first (RFC 4034, section 6.1), by type, priority and content.
 */
export function sortZoneRecords<R extends DnsRecordFields>(records: readonly R[]): R[] {
  return records
    .map((record) => ({ record, name: sortedName(record.host) }))
    .sort(
      (one, other) =>
        compare(one.name, other.name) ||
        typePlace(one.record.type) - typePlace(other.record.type) ||
        compare(one.record.type, other.record.type) ||
        one.record.priority - other.record.priority ||
        compare(one.record.content, other.record.content) ||
        one.record.ttl - other.record.ttl ||
        compare(one.record.host, other.record.host),
    )
    .map(({ record }) => record)
}

function sortedName(host: string): string {
  return host === '@' ? '' : host.toLowerCase().split('.').reverse().join('\0')
}

function typePlace(type: string): number {
  return typeOrder.indexOf(type) >>> 0
}

/** By UTF-16 code units, so that the order does not depend on the language. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
