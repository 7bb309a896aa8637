import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'

/** A record as one line: `host type [priority] content [ttl]`, for example `@ MX 10 mail.example.com 60s`. */
export function parseRecordShorthand(line: string): DnsRecordFields {
  const [host, type, ...rest] = line.split(' ') as [string, string, ...string[]]
  const ttl = /^\d+s$/.test(rest.at(-1) ?? '') ? Number.parseInt(rest.pop() as string) : 3600
  const priority = type === 'MX' || type === 'SRV' ? Number(rest.shift()) : 0
  return { type, host, content: rest.join(' '), ttl, priority }
}

export function formatRecordShorthand({ type, host, content, ttl, priority }: DnsRecordFields): string {
  return [host, type, ...(priority === 0 ? [] : [priority]), content, ...(ttl === 3600 ? [] : [`${ttl}s`])].join(' ')
}

/** A zone whose records have the IDs 1, 2, 3 and so on. */
export function parseZoneShorthand(lines: readonly string[]): ZoneRecord[] {
  return lines.map((line, index) => ({ ...parseRecordShorthand(line), id: index + 1 }))
}
