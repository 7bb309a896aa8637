/** The fields of a record, as the service names them (API description, section "DNS record"). */
export const recordFields = ['type', 'host', 'content', 'ttl', 'priority'] as const
export type RecordField = (typeof recordFields)[number]

/** A DNS record without its id. API description, section "DNS record". */
export interface DnsRecordFields {
  type: string
  /** `@` is the apex. */
  host: string
  content: string
  ttl: number
  priority: number
}

/** A record of a zone, with the ID by which the service changes and deletes it. */
export interface ZoneRecord extends DnsRecordFields {
  id: number
}

/** Records of other types have priority 0 (API description, section "DNS record"). */
export function doesRecordTypeUsePriority(type: string): boolean {
  return type === 'MX' || type === 'SRV'
}

/**
 * Returns true if views show the priority. For a type without a priority, they show only an unexpected value, which is
 * not 0.
 */
export function isPriorityShown({ type, priority }: { type: string; priority: number | null }): boolean {
  return doesRecordTypeUsePriority(type) || priority !== 0
}

/** Returns the fully qualified name of a host: `www` in `example.jp` gives `www.example.jp`. */
export function toFqdn(host: string, domain: string): string {
  return host === '@' || host === '' ? domain : `${host}.${domain}`
}

/** The content of an SRV record, `weight port target` (RFC 2782). The priority is a separate field of the record. */
export interface SrvContent {
  weight: string
  port: string
  target: string
}

/** Null when the content does not have exactly three parts. */
export function parseSrvContent(content: string): SrvContent | null {
  const [weight, port, target, ...rest] = content.trim().split(/\s+/)
  return weight !== undefined && port !== undefined && target !== undefined && rest.length === 0
    ? { weight, port, target }
    : null
}

/** Returns the host name that a record points to, as written; null for record types without a target. */
export function findTargetHost({ type, content }: Pick<DnsRecordFields, 'type' | 'content'>): string | null {
  if (type === 'CNAME' || type === 'MX' || type === 'NS') return content.trim()
  return type === 'SRV' ? (parseSrvContent(content)?.target ?? null) : null
}

export function isSameRelativeHost(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Returns the host by which records are grouped: hosts that differ only in letter case are one host. */
export function normalizeRelativeHost(host: string): string {
  return host === '' ? '@' : host.toLowerCase()
}

/** Returns a record of a zone without anything else that an answer of the service carries. */
export function pickZoneRecordFields({ id, ...fields }: ZoneRecord): ZoneRecord {
  return { id, ...pickRecordFields(fields) }
}

/** Returns the fields alone, without an ID or anything else that the record carries. */
export function pickRecordFields({ type, host, content, ttl, priority }: DnsRecordFields): DnsRecordFields {
  return { type, host, content, ttl, priority }
}
