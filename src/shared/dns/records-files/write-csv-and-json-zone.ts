import { addFormulaApostrophe, formatCsvCell } from '#shared/csv/csv-cell.ts'
import { type DnsRecordFields, recordFields } from '#shared/dns/records/dns-record.ts'
import { sortZoneRecords } from './sort-zone-records.ts'

/** The host of the apex is no formula, and other programs expect it without an apostrophe. */
const apexHost = '@'

/** CSV as in RFC 4180 with a byte order mark, by which spreadsheets recognize UTF-8. */
export function writeCsvZone(zone: readonly DnsRecordFields[]): string {
  const rows = sortZoneRecords(zone).map((record) =>
    recordFields.map((field) => (record[field] === apexHost ? apexHost : formatCsvCell(record[field]))).join(','),
  )
  return `\ufeff${[recordFields.join(','), ...rows].map((row) => `${row}\r\n`).join('')}`
}

/** Returns the records of which `writeCsvZone` writes a value with an apostrophe before it. */
export function listRecordsWithFormulaApostrophe(zone: readonly DnsRecordFields[]): DnsRecordFields[] {
  return sortZoneRecords(zone).filter((record) =>
    recordFields.some((field) => {
      const value = record[field]
      return typeof value === 'string' && value !== apexHost && addFormulaApostrophe(value) !== value
    }),
  )
}

/** JSON in the form of the service's list of records (API description, section "Domain API"), without IDs. */
export function writeJsonZone(zone: readonly DnsRecordFields[]): string {
  const records = sortZoneRecords(zone).map(({ type, host, content, ttl, priority }) => ({
    type,
    host,
    content,
    ttl,
    priority,
  }))
  return `${JSON.stringify({ records }, null, 2)}\n`
}
