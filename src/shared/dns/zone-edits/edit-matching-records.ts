import { requestFieldRules } from '#shared/api/service-limits.ts'
import { isSameHostName } from '#shared/host-name.ts'
import { normalizeRecordContent } from '#shared/dns/records/compare-two-records.ts'
import { replaceZoneWithImport } from './apply-import-to-zone.ts'
import {
  type DnsRecordFields,
  isSameRelativeHost,
  parseSrvContent,
  pickRecordFields,
} from '#shared/dns/records/dns-record.ts'

/*
 * One change for many zones. Each function returns the records that one zone should have after the change. The plan is
 * made from them. To add a record to many zones, see `mergeImportIntoZone`.
 */

/** Selects records of a zone by type, host and content. Null: any. */
export interface RecordFilter {
  types: readonly string[] | null
  host: string | null
  /** The content is compared by meaning, as in `isDuplicateRecord`. */
  content: string | null
}

function matches(record: DnsRecordFields, { types, host, content }: RecordFilter): boolean {
  return (
    (types === null || types.includes(record.type)) &&
    (host === null || isSameRelativeHost(record.host, host)) &&
    (content === null ||
      normalizeRecordContent(record.type, record.content) === normalizeRecordContent(record.type, content))
  )
}

export function hasMatchingRecord(zone: readonly DnsRecordFields[], filter: RecordFilter): boolean {
  return zone.some((record) => matches(record, filter))
}

/** Gives the records that match another TTL. */
export function setTtlOfMatchingRecords(
  zone: readonly DnsRecordFields[],
  ttl: number,
  filter: RecordFilter,
): DnsRecordFields[] {
  return zone.map((record) => ({ ...pickRecordFields(record), ...(matches(record, filter) && { ttl }) }))
}

export function removeMatchingRecords(zone: readonly DnsRecordFields[], filter: RecordFilter): DnsRecordFields[] {
  return zone.filter((record) => !matches(record, filter)).map(pickRecordFields)
}

/**
 * Gives a host exactly these records of a type. Without a TTL, an existing record keeps its TTL, and a new record gets
 * the TTL of the records that it replaces.
 */
export function replaceRecordsOfHostAndType(
  zone: readonly DnsRecordFields[],
  {
    type,
    host,
    values,
  }: Pick<DnsRecordFields, 'type' | 'host'> & {
    values: readonly (Pick<DnsRecordFields, 'content' | 'priority'> & { ttl: number | null })[]
  },
): DnsRecordFields[] {
  const filter: RecordFilter = { types: [type], host, content: null }
  const replaced = zone.filter((record) => matches(record, filter))
  const ttlOf = (content: string) => {
    const same = replaced.find((record) => matches(record, { ...filter, content }))
    return (same ?? replaced[0])?.ttl ?? requestFieldRules.dnsTtl.default
  }
  const wanted = values.map(({ content, priority, ttl }) => ({
    type,
    host,
    content,
    ttl: ttl ?? ttlOf(content),
    priority,
  }))
  return [...removeMatchingRecords(zone, filter), ...replaceZoneWithImport(replaced, wanted)]
}

/**
 * Replaces an address, a host name or a text wherever it is the whole value of a record, or the target of an SRV
 * record. `from` is compared by meaning. A value inside a text, such as an address in SPF, is not replaced.
 */
export function replaceWholeContentOrSrvTarget(
  zone: readonly DnsRecordFields[],
  from: string,
  to: string,
): DnsRecordFields[] {
  return zone.map((record) => ({ ...pickRecordFields(record), content: replaceContent(record, from, to) }))
}

function replaceContent({ type, content }: DnsRecordFields, from: string, to: string): string {
  const srv = type === 'SRV' ? parseSrvContent(content) : null
  if (srv) return isSameHostName(srv.target, from.trim()) ? `${srv.weight} ${srv.port} ${to}` : content
  return normalizeRecordContent(type, content) === normalizeRecordContent(type, from) ? to : content
}
