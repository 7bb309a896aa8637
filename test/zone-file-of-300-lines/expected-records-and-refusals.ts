import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordType } from '#shared/api/dns-record-schemas.ts'

interface ListedRecord {
  host: string
  ttl: number
  type: string
  priority: number
  content: string
}

export const domainOfZoneFile = 'alpha-shop.example'

function readText(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}

/** 300 lines with records of all types of the service, and entries that are refused. */
export const zoneFileOf300Lines = readText('zone-file-of-300-lines.zone')

/** The records of the zone file, written by hand and not by the reader. */
export const expectedRecords: (ListedRecord & { type: RecordType })[] = readText('expected-records.tsv')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [host = '', ttl, type = '', priority, content = ''] = line.split('\t')
    return { host, ttl: Number(ttl), type: type as RecordType, priority: Number(priority), content }
  })

/** The lines of the refused entries, and a part of each reason. */
export const expectedRefusals = [
  { line: 7, code: 'soa', reason: 'The service manages the SOA record itself' },
  { line: 26, code: 'unsupportedType', reason: 'does not support records of type CAA' },
  { line: 28, code: 'unsupportedType', reason: 'does not support records of type TLSA' },
  { line: 41, code: 'recordForm', reason: 'The data of the MX record does not have the expected form' },
  { line: 67, code: 'ttl', reason: 'TTL must be a whole number of seconds from 60 to 86400' },
  { line: 68, code: 'outsideZone', reason: 'www.other.example. is outside of this zone' },
  { line: 76, code: 'ipv4', reason: 'Not an IPv4 address' },
  { line: 77, code: 'ipv4InAaaa', reason: 'This is an IPv4 address. Choose type A' },
  { line: 78, code: 'unsupportedType', reason: 'does not support records of type HINFO' },
  { line: 79, code: 'otherClass', reason: 'Class CH is not supported' },
  { line: 80, code: 'includeRefused', reason: '$INCLUDE is not supported' },
  { line: 202, code: 'unclosedQuote', reason: 'A quotation mark is not closed on its line' },
] as const

/** One line for each record, sorted. */
export function listRecords(records: Iterable<ListedRecord>): string[] {
  return [...records]
    .map(({ host, ttl, type, priority, content }) => [host, ttl, type, priority, content].join(' '))
    .toSorted()
}
