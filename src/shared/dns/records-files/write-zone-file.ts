import { requestFieldRules } from '#shared/api/service-limits.ts'
import { parseSrvContent, doesRecordTypeUsePriority, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { joinTxtContent } from '#shared/dns/records/txt-content.ts'
import { toUtf8ByteString } from '#shared/utf8-byte-string.ts'
import { sortZoneRecords } from './sort-zone-records.ts'

/**
 * Why a record cannot be written as it is. `writtenAsComment`: the type is not known, or the content does not fit the
 * type. `priorityNotWritten`: the record has a priority and its type has none. `apostropheAdded`: a spreadsheet would
 * take a value in a CSV file for a formula.
 */
export const incompletelyWrittenRecordCodes = ['writtenAsComment', 'priorityNotWritten', 'apostropheAdded'] as const

export interface IncompletelyWrittenRecord {
  record: DnsRecordFields
  code: (typeof incompletelyWrittenRecordCodes)[number]
}

export interface WriteZoneFileOptions {
  /** The domain of the zone, in Punycode. */
  domain: string
  /**
   * True writes an SOA record. The service does not show the zone's own, so it is a placeholder: name servers and
   * `named-checkzone` require one, and an import into another service ignores it.
   */
  withPlaceholderSoa: boolean
}

/** The largest length of one string of a TXT record, in bytes (RFC 1035, section 3.3). */
const maxStringBytes = 255

/** Writes a zone file (RFC 1035, section 5). Equal zones give equal files. Each line has its TTL and type. */
export function writeZoneFile(
  zone: readonly DnsRecordFields[],
  { domain, withPlaceholderSoa }: WriteZoneFileOptions,
): { text: string; incompletelyWritten: IncompletelyWrittenRecord[] } {
  const incompletelyWritten: IncompletelyWrittenRecord[] = []
  const records = sortZoneRecords(zone)
  const lines = [`$ORIGIN ${domain}.`, `$TTL ${requestFieldRules.dnsTtl.default}`]
  if (withPlaceholderSoa) lines.push(...placeholderSoa(domain, records))
  for (const record of records) {
    const data = formatData(record)
    if (data === null) {
      incompletelyWritten.push({ record, code: 'writtenAsComment' })
      const { host, ttl, type, content, priority } = record
      lines.push(`; ${[host, ttl, 'IN', type, priority, content].join(' ').replaceAll(/\p{Cc}/gu, ' ')}`)
      continue
    }
    if (!doesRecordTypeUsePriority(record.type) && record.priority !== 0)
      incompletelyWritten.push({ record, code: 'priorityNotWritten' })
    lines.push([formatHost(record.host), record.ttl, 'IN', record.type, data].join('\t'))
  }
  return { text: `${lines.join('\n')}\n`, incompletelyWritten }
}

function placeholderSoa(domain: string, records: readonly DnsRecordFields[]): string[] {
  const first = records.find(({ type, host }) => type === 'NS' && host === '@')
  const server = (first && formatTarget(first.content)) ?? '.'
  return [
    '; Placeholder: the service does not show the SOA record of the zone.',
    `@\t${requestFieldRules.dnsTtl.default}\tIN\tSOA\t${server} hostmaster.${domain}. 1 10800 3600 604800 3600`,
  ]
}

/** Returns the data of a record; null if the content has not the form of the type. */
function formatData({ type, content, priority }: DnsRecordFields): string | null {
  switch (type) {
    case 'A':
    case 'AAAA':
      return isToken(content) ? content : null
    case 'CNAME':
    case 'NS':
      return formatTarget(content)
    case 'MX': {
      const target = formatTarget(content)
      return target && `${priority} ${target}`
    }
    case 'SRV': {
      const srv = parseSrvContent(content)
      const target = srv && /^\d+$/.test(srv.weight) && /^\d+$/.test(srv.port) ? formatTarget(srv.target) : null
      return srv && target && `${priority} ${srv.weight} ${srv.port} ${target}`
    }
    case 'TXT':
      return formatStrings(joinTxtContent(content))
    default:
      return null
  }
}

function isToken(content: string): boolean {
  return /^[\w.:-]+$/.test(content)
}

/** Returns a target with a trailing dot: the service stores full names. Null if it is no name. */
function formatTarget(target: string): string | null {
  if (!/^[\w.*-]+$/.test(target)) return null
  return target.endsWith('.') ? target : `${target}.`
}

/**
 * Returns the host with every character escaped that is no letter, digit, `_`, `.`, `*` or `-`; other bytes as `\DDD`.
 */
function formatHost(host: string): string {
  if (host === '@') return host
  return toUtf8ByteString(host).replaceAll(/[^\w.*-]/g, (character) =>
    /[!-~]/.test(character) ? `\\${character}` : escapeByte(character),
  )
}

function formatStrings(value: string): string {
  const bytes = toUtf8ByteString(value)
  const strings = bytes.match(new RegExp(`[^]{1,${maxStringBytes}}`, 'g')) ?? ['']
  return strings.map((part) => `"${part.replaceAll(/["\\]/g, '\\$&').replaceAll(/[^ -~]/g, escapeByte)}"`).join(' ')
}

function escapeByte(byte: string): string {
  return `\\${String(byte.charCodeAt(0)).padStart(3, '0')}`
}
