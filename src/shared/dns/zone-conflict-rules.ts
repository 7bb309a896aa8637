import { normalizeHostName } from '#shared/host-name.ts'
import { toFqdn, isSameRecordData, isSameRelativeHost, type RecordData, targetHostOf } from './record-data.ts'
import { createFinding, type RecordFinding } from './record-findings.ts'

/** What is wrong with a record beside the others of its zone. `others` is without the record that it takes the place of. */
export function checkZoneConflicts(record: RecordData, others: readonly RecordData[], domain: string): RecordFinding[] {
  if (others.some((other) => isSameRecordData(other, record))) return [createFinding('content', 'duplicate')]
  return [...checkCname(record, others), ...checkTargetInZone(record, others, domain)]
}

/** A name with a CNAME has no other data (RFC 1034, section 3.6.2). The apex always has SOA and NS, which the service does not show all. */
function checkCname({ type, host }: RecordData, others: readonly RecordData[]): RecordFinding[] {
  const beside = others.filter((other) => isSameRelativeHost(other.host, host))
  if (type !== 'CNAME')
    return beside.some((other) => other.type === 'CNAME') ? [createFinding('host', 'besideCname')] : []
  const types = [...new Set(beside.map((other) => other.type))].sort().join(', ')
  return types === '' ? [] : [createFinding('host', 'cnameBesideOthers', { types })]
}

/** The host of a name inside the zone, as records write it; null for names elsewhere. */
function hostInZone(name: string, domain: string): string | null {
  const normalized = normalizeHostName(name)
  const apex = normalizeHostName(domain)
  if (normalized === apex) return '@'
  return normalized.endsWith(`.${apex}`) ? normalized.slice(0, -apex.length - 1) : null
}

/** Whether a zone answers for a host, or hands it to other name servers; wildcards stand for every name below theirs. */
function isCovered(host: string, records: readonly RecordData[]): boolean {
  return records.some((record) => {
    const owner = record.host.toLowerCase()
    if (owner === host) return true
    if (owner === '*') return host !== '@'
    if (owner.startsWith('*.')) return host.endsWith(owner.slice(1))
    return record.type === 'NS' && owner !== '@' && host.endsWith(`.${owner}`)
  })
}

function checkTargetInZone(record: RecordData, others: readonly RecordData[], domain: string): RecordFinding[] {
  const target = targetHostOf(record)
  const host = target === null || target === '.' ? null : hostInZone(target, domain)
  if (target === null || host === null) return []
  if (!isCovered(host, others)) return [createFinding('content', 'targetMissing', { target: toFqdn(host, domain) })]
  // Mail servers and name servers have to be names with addresses of their own (RFC 2181, section 10.3).
  const isAlias =
    record.type !== 'CNAME' && others.some((other) => other.type === 'CNAME' && isSameRelativeHost(other.host, host))
  return isAlias ? [createFinding('content', 'targetCname', { target })] : []
}
