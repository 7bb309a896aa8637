import { normalizeHostName } from '#shared/host-name.ts'
import { normalizeIpAddress } from '#shared/ip-address.ts'
import {
  isSameRelativeHost,
  normalizeRelativeHost,
  parseSrvContent,
  doesRecordTypeUsePriority,
  type DnsRecordFields,
  recordFields,
  type RecordField,
} from './dns-record.ts'
import { joinTxtContent } from './txt-content.ts'

/*
 * Two records are compared in one of two ways. Field by field, in the service's spelling, to find out whether a record
 * still is as the user saw it, or has become what the user entered. By meaning, to find out whether one is a duplicate
 * of the other.
 */

/** A record, or one that is being typed. */
type ComparedRecord = Readonly<Record<RecordField, string | number | null>>

/** Returns the names of the fields in which two records differ. Spelling counts, as in `A` and `a`; the ID does not. */
export function listChangedRecordFields(before: ComparedRecord, after: ComparedRecord): RecordField[] {
  return recordFields.filter((field) => before[field] !== after[field])
}

/** Returns true if all fields are equal; the ID may differ. */
export function hasSameRecordFields(one: ComparedRecord, other: ComparedRecord): boolean {
  return recordFields.every((field) => one[field] === other[field])
}

/** Returns true if it is the same record of the zone, unchanged. */
export function hasSameIdAndFields(
  one: ComparedRecord & { id: number },
  other: ComparedRecord & { id: number },
): boolean {
  return one.id === other.id && hasSameRecordFields(one, other)
}

/** Returns true if two records are duplicates. The TTL is ignored, because it does not make a second record useful. */
export function isDuplicateRecord(one: DnsRecordFields, other: DnsRecordFields): boolean {
  return (
    one.type === other.type &&
    isSameRelativeHost(one.host, other.host) &&
    normalizeRecordContent(one.type, one.content) === normalizeRecordContent(other.type, other.content) &&
    (!doesRecordTypeUsePriority(one.type) || one.priority === other.priority)
  )
}

/** Equal for the records that are duplicates of each other (`isDuplicateRecord`). */
export function getDuplicateKey(record: DnsRecordFields): string {
  return `${doesRecordTypeUsePriority(record.type) ? record.priority : 0}\n${getDuplicateKeyWithoutPriority(record)}`
}

/** Equal for records with the same meaning and TTL, however they are spelled. The ID is ignored. */
export function buildRecordKeyWithTtl(record: DnsRecordFields): string {
  return `${record.ttl}\n${getDuplicateKey(record)}`
}

/** Equal for records that are duplicates except for their priority. */
export function getDuplicateKeyWithoutPriority({ type, host, content }: DnsRecordFields): string {
  return `${type}\n${normalizeRelativeHost(host)}\n${normalizeRecordContent(type, content)}`
}

/**
 * Returns the form for comparing contents: equal records have equal normalized contents. A text is compared by its
 * joined value, because quotes and the division into strings do not change what its readers see.
 */
export function normalizeRecordContent(type: string, content: string): string {
  const trimmed = content.trim()
  if (type === 'TXT') return joinTxtContent(trimmed)
  if (type === 'A' || type === 'AAAA') return normalizeIpAddress(trimmed) ?? trimmed
  if (type === 'CNAME' || type === 'MX' || type === 'NS') return normalizeHostName(trimmed)
  const srv = type === 'SRV' ? parseSrvContent(trimmed) : null
  return srv ? `${srv.weight} ${srv.port} ${normalizeHostName(srv.target)}` : trimmed
}
