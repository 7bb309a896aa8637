import { domainToUnicode } from 'node:url'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'

/** Formats a record as one line, for search and for display. */
export function formatRecordLine(
  domain: string,
  record: Pick<ZoneRecord, 'host' | 'type' | 'content' | 'priority'>,
): string {
  const host = record.host === '@' ? domain : `${record.host}.${domain}`
  return `${host} ${record.type} ${record.content}`
}

/** Joins the names by which a domain is found: the service's decoded name, the decoded Punycode and the name itself. */
export function joinNamesOfDomainForSearch(name: string, decodedName: string | null): string {
  // Most names are ASCII, and parsing one takes longer than storing it.
  const decoded = name.includes('xn--') ? domainToUnicode(name) : name
  return [...new Set([decodedName ?? '', decoded, name])].filter((part) => part !== '').join(' ')
}
