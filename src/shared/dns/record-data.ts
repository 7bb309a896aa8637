import { normalizeHostName } from '#shared/host-name.ts'
import { normalizeIpAddress } from '#shared/ip-address.ts'

/** A record by what it says, without its id. Section "DNS record" of the API description. */
export interface RecordData {
  type: string
  /** `@` is the apex. */
  host: string
  content: string
  ttl: number
  priority: number
}

/** Section "DNS record": the other types hold 0. */
export function usesPriority(type: string): boolean {
  return type === 'MX' || type === 'SRV'
}

/** The whole name that a host stands for, e.g. `www` in `example.jp`: `www.example.jp`. */
export function toFqdn(host: string, domain: string): string {
  return host === '@' || host === '' ? domain : `${host}.${domain}`
}

/** The content of an SRV record, whose priority is a field of its own: `weight port target` (RFC 2782). */
export interface SrvContent {
  weight: string
  port: string
  target: string
}

/** Null when there are not three parts. */
export function parseSrvContent(content: string): SrvContent | null {
  const [weight, port, target, ...rest] = content.trim().split(/\s+/)
  return weight !== undefined && port !== undefined && target !== undefined && rest.length === 0
    ? { weight, port, target }
    : null
}

/** The host name that a record leads to, as it is written; null for types that lead to none. */
export function targetHostOf({ type, content }: Pick<RecordData, 'type' | 'content'>): string | null {
  if (type === 'CNAME' || type === 'MX' || type === 'NS') return content.trim()
  return type === 'SRV' ? (parseSrvContent(content)?.target ?? null) : null
}

/** Content in the one form in which equal records are equal. */
export function normalizeContent(type: string, content: string): string {
  const trimmed = content.trim()
  if (type === 'A' || type === 'AAAA') return normalizeIpAddress(trimmed) ?? trimmed
  if (type === 'CNAME' || type === 'MX' || type === 'NS') return normalizeHostName(trimmed)
  const srv = type === 'SRV' ? parseSrvContent(trimmed) : null
  return srv ? `${srv.weight} ${srv.port} ${normalizeHostName(srv.target)}` : trimmed
}

export function isSameRelativeHost(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Whether two records say the same of the same name: a zone needs only one of them, whatever their TTLs. */
export function isSameRecordData(one: RecordData, other: RecordData): boolean {
  return (
    one.type === other.type &&
    isSameRelativeHost(one.host, other.host) &&
    normalizeContent(one.type, one.content) === normalizeContent(other.type, other.content) &&
    (!usesPriority(one.type) || one.priority === other.priority)
  )
}
