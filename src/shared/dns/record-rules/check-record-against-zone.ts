import { isDuplicateRecord } from '#shared/dns/records/compare-two-records.ts'
import { toFqdn, isSameRelativeHost, type DnsRecordFields, findTargetHost } from '#shared/dns/records/dns-record.ts'
import { checkMailRecordConflicts } from './check-mail-record-conflicts.ts'
import { createRecordFinding, type RecordFinding } from './record-finding-codes.ts'
import { toHostRelativeToZone } from '#shared/dns/records/relative-hosts-parents-and-wildcards.ts'

/** Checks a record against the other records of its zone. `others` excludes the record that is replaced. */
export function checkRecordAgainstZone(
  record: DnsRecordFields,
  others: readonly DnsRecordFields[],
  domain: string,
): RecordFinding[] {
  if (others.some((other) => isDuplicateRecord(other, record))) return [createRecordFinding('content', 'duplicate')]
  return [
    ...checkCname(record, others),
    ...checkTargetInZone(record, others, domain),
    ...checkMailRecordConflicts(record, others),
  ]
}

/**
 * A name with a CNAME has no other records (RFC 1034, section 3.6.2). `checkRecord` reports a CNAME at the apex: the
 * apex always has SOA and NS records, and the service does not show all of them.
 */
function checkCname({ type, host }: DnsRecordFields, others: readonly DnsRecordFields[]): RecordFinding[] {
  const beside = others.filter((other) => isSameRelativeHost(other.host, host))
  if (type !== 'CNAME')
    return beside.some((other) => other.type === 'CNAME') ? [createRecordFinding('host', 'besideCname')] : []
  const types = [...new Set(beside.map((other) => other.type))].sort().join(', ')
  return types === '' ? [] : [createRecordFinding('host', 'cnameBesideOthers', { types })]
}

/**
 * Returns true if the zone has records for a host, a wildcard that matches the host, or delegates the host with NS
 * records.
 */
function isCovered(host: string, records: readonly DnsRecordFields[]): boolean {
  return records.some((record) => {
    const owner = record.host.toLowerCase()
    if (owner === host) return true
    if (owner === '*') return host !== '@'
    if (owner.startsWith('*.')) return host.endsWith(owner.slice(1))
    return record.type === 'NS' && owner !== '@' && host.endsWith(`.${owner}`)
  })
}

function checkTargetInZone(
  record: DnsRecordFields,
  others: readonly DnsRecordFields[],
  domain: string,
): RecordFinding[] {
  const target = findTargetHost(record)
  const host = target === null || target === '.' ? null : toHostRelativeToZone(target, domain)
  if (target === null || host === null) return []
  if (!isCovered(host, others))
    return [createRecordFinding('content', 'targetMissing', { target: toFqdn(host, domain) })]
  // Targets of MX, NS and SRV records must not be aliases (RFC 2181, section 10.3; RFC 2782).
  const isAlias =
    record.type !== 'CNAME' && others.some((other) => other.type === 'CNAME' && isSameRelativeHost(other.host, host))
  return isAlias ? [createRecordFinding('content', 'targetCname', { target })] : []
}
