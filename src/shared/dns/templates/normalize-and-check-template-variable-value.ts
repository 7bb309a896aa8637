import { requestFieldRules } from '#shared/api/service-limits.ts'
import { measureDkimKey } from '#shared/dns/mail-records/dkim-public-key.ts'
import { findHostNameProblem, normalizeHostName, toAsciiName, toHalfWidth } from '#shared/host-name.ts'
import type { Idna } from '#shared/idna-interface.ts'
import { parseIpAddress } from '#shared/ip-address.ts'
import type { TemplateVariableFindingCode } from './template-finding.ts'
import type { TemplateVariableKind } from './zone-template.ts'

/**
 * Returns the form in which a value is inserted: trimmed, names in Punycode, addresses and numbers without full-width
 * digits.
 */
export function normalizeTemplateVariable(kind: TemplateVariableKind, typed: string, idna: Idna): string {
  const value = typed.trim()
  switch (kind) {
    case 'ipv4':
    case 'ipv6':
    case 'priority':
      return toHalfWidth(value)
    case 'host':
    case 'selector':
      return toAsciiName(value, idna)
    case 'mail_address':
      return value.replace(/[^@]*$/, (host) => toAsciiName(host, idna))
    case 'dkim_key':
      return value.replaceAll(/\s+/g, '')
    case 'text':
      return value
  }
}

/** Returns the rule that a normalized value of a kind breaks; null for a correct value. */
export function checkTemplateVariable(
  kind: TemplateVariableKind,
  value: string,
  idna: Idna,
): TemplateVariableFindingCode | null {
  const { dnsPriority } = requestFieldRules
  if (/\p{Cc}/u.test(value)) return 'control'
  switch (kind) {
    case 'ipv4':
      return parseIpAddress(value)?.version === 4 ? null : 'ipv4'
    case 'ipv6':
      return parseIpAddress(value)?.version === 6 ? null : 'ipv6'
    case 'host':
      return isFullName(value, idna) ? null : 'host'
    case 'priority':
      return /^\d+$/.test(value) && Number(value) <= dnsPriority.max ? null : 'priority'
    case 'mail_address': {
      const [, host] = /^[^@\s,;!"]+@([^@]+)$/.exec(value) ?? []
      return host !== undefined && isFullName(host, idna) ? null : 'mailAddress'
    }
    case 'selector':
      return findHostNameProblem(value, idna, { mayBeWildcard: false }) === null ? null : 'selector'
    case 'dkim_key':
      return 'bits' in measureDkimKey('rsa', value) ? null : 'dkimKey'
    case 'text':
      return null
  }
}

/** A host name of at least two labels that is not an address. */
function isFullName(value: string, idna: Idna): boolean {
  const name = normalizeHostName(value)
  return (
    name.includes('.') && !/(^|\.)\d+$/.test(name) && findHostNameProblem(name, idna, { mayBeWildcard: false }) === null
  )
}
