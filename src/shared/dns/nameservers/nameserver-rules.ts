import { requestFieldRules } from '#shared/api/service-limits.ts'
import { findHostNameProblem, normalizeHostName, toAsciiName } from '#shared/host-name.ts'
import type { Idna } from '#shared/idna-interface.ts'
import { parseIpAddress } from '#shared/ip-address.ts'

export const nameserverErrorCodes = [
  'nameserversTooFew',
  'nameserversTooMany',
  'nameserverLong',
  'nameserverAddress',
  'nameserverForm',
  'nameserverTwice',
] as const

/** One rule that a list of name servers breaks. `values`: placeholders of the code's text. */
export interface NameserverProblem {
  code: (typeof nameserverErrorCodes)[number]
  values: Record<string, string | number>
}

/** Returns the names as they are sent: in Punycode, lower case, without a trailing dot. Empty entries are left out. */
export function normalizeNameservers(typed: readonly string[], idna: Idna): string[] {
  return typed.map((name) => normalizeHostName(toAsciiName(name.trim(), idna))).filter((name) => name !== '')
}

/**
 * Returns every rule that a normalized list breaks (API description, section "Limits" and section "Domain API", name
 * servers).
 */
export function findNameserverProblems(names: readonly string[], idna: Idna): NameserverProblem[] {
  const { min, max, maxLength } = requestFieldRules.nameservers
  const problems: NameserverProblem[] = []
  if (names.length < min) problems.push({ code: 'nameserversTooFew', values: { min } })
  if (names.length > max) problems.push({ code: 'nameserversTooMany', values: { n: names.length, max } })
  names.forEach((name, place) => {
    if (name.length > maxLength) problems.push({ code: 'nameserverLong', values: { name, max: maxLength } })
    else if (parseIpAddress(name) !== null) problems.push({ code: 'nameserverAddress', values: { name } })
    else if (!isHostName(name, idna)) problems.push({ code: 'nameserverForm', values: { name } })
    else if (names.indexOf(name) !== place) problems.push({ code: 'nameserverTwice', values: { name } })
  })
  return problems
}

/** The service takes host names only: at least two labels of letters, digits and hyphens. */
function isHostName(name: string, idna: Idna): boolean {
  return name.includes('.') && !name.includes('_') && findHostNameProblem(name, idna, { mayBeWildcard: false }) === null
}
