import { recordTypes, type RecordType } from '#shared/api/dns-record-schemas.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { normalizeHostName } from '#shared/host-name.ts'
import { normalizeIpAddress, parseIpAddress } from '#shared/ip-address.ts'
import { escapeBraces, findPlaceholderNames } from './placeholders.ts'
import { domainTemplateVariable, type TemplateContent, type TemplateVariable } from './zone-template.ts'

/**
 * A value of a zone that can become a variable. `count`: the records of the template that have the variable if every
 * such value becomes one.
 */
export interface TemplateVariableCandidate {
  value: string
  kind: 'ipv4' | 'ipv6' | 'host'
  count: number
}

/** A value that the user chose to become a variable. */
export interface ChosenTemplateVariable extends Pick<TemplateVariableCandidate, 'value' | 'kind'> {
  /** The name of the variable. */
  name: string
}

/** Returns the addresses of a zone and its mail servers in other domains, the most frequent ones first. */
export function findTemplateVariableCandidates(
  records: readonly DnsRecordFields[],
  domain: string,
): TemplateVariableCandidate[] {
  const kinds = new Map<string, TemplateVariableCandidate['kind']>()
  for (const { type, content } of records) {
    const address = type === 'A' || type === 'AAAA' ? normalizeIpAddress(content.trim()) : null
    const host = type === 'MX' ? normalizeHostName(content.trim()) : ''
    const isForeignHost = host.includes('.') && host !== '.' && !`.${host}`.endsWith(`.${normalizeHostName(domain)}`)
    const value = address ?? (isForeignHost ? host : null)
    if (value === null) continue
    kinds.set(value, address === null ? 'host' : parseIpAddress(address)?.version === 4 ? 'ipv4' : 'ipv6')
  }
  const values = [...kinds].map(([value, kind], position) => ({ value, kind, name: `v${position}` }))
  const counts = new Map<string, number>()
  for (const { host, content } of createTemplateFromZone(records, domain, values, { replacesDomain: true }).records)
    for (const name of findPlaceholderNames(`${host} ${content}`)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return values
    .map(({ value, kind, name }) => ({ value, kind, count: counts.get(name) ?? 0 }))
    .sort((one, other) => other.count - one.count)
}

/**
 * A template of the records of a zone. The chosen values become variables; with `replacesDomain`, the domain and the
 * names below it become names of `{domain}`. Records of a type that cannot be written are left out.
 */
export function createTemplateFromZone(
  records: readonly DnsRecordFields[],
  domain: string,
  chosen: readonly ChosenTemplateVariable[],
  { replacesDomain }: { replacesDomain: boolean },
): TemplateContent {
  const replace = createReplacer(domain, chosen, replacesDomain)
  return {
    variables: chosen.map(({ name, kind, value }): TemplateVariable => {
      return { name, kind, isOptional: false, default: value }
    }),
    records: records
      .filter((record): record is DnsRecordFields & { type: RecordType } => isWritableType(record.type))
      .map(({ type, host, content, ttl, priority }) => ({
        type,
        host: replace(host),
        content: replace(type === 'A' || type === 'AAAA' ? (normalizeIpAddress(content.trim()) ?? content) : content),
        ttl,
        priority,
      })),
  }
}

function isWritableType(type: string): boolean {
  return (recordTypes as readonly string[]).includes(type)
}

/**
 * Replaces whole names and addresses. A name is not replaced inside a longer label or below another domain. An address
 * is not replaced inside a longer one; in an SPF record, it follows `ip4:` or `ip6:`.
 */
function createReplacer(
  domain: string,
  chosen: readonly ChosenTemplateVariable[],
  replacesDomain: boolean,
): (text: string) => string {
  const names = new Map(chosen.map(({ value, name }) => [value.toLowerCase(), name]))
  const hosts = chosen.filter(({ kind }) => kind === 'host').map(({ value }) => value)
  if (replacesDomain) names.set(domain.toLowerCase(), domainTemplateVariable)
  const patterns = [
    ...(replacesDomain ? [domain, ...hosts] : hosts).map(
      (value) => `(?<![a-z0-9_-])${quote(value)}(?![a-z0-9_-]|\\.[a-z0-9_])`,
    ),
    ...chosen
      .filter(({ kind }) => kind !== 'host')
      .map(({ value }) => `(?<=^|ip[46]:|[\\s"=,;])${quote(value)}(?![0-9a-f:]|\\.[0-9])`),
  ].sort((one, other) => other.length - one.length)
  if (patterns.length === 0) return escapeBraces
  const pattern = new RegExp(patterns.join('|'), 'gi')
  return (text) => {
    let filled = ''
    let end = 0
    for (const match of text.matchAll(pattern)) {
      filled += `${escapeBraces(text.slice(end, match.index))}{${names.get(match[0].toLowerCase())}}`
      end = match.index + match[0].length
    }
    return filled + escapeBraces(text.slice(end))
  }
}

function quote(text: string): string {
  return text.replaceAll(/[^a-z0-9]/gi, '\\$&')
}
