import { isSameHostName, normalizeHostName } from '#shared/host-name.ts'
import { classifyDelegation } from './classify-delegation.ts'

export const nameserverChangeWarningCodes = [
  'nameserverGlue',
  'zoneTakesEffect',
  'zoneLosesEffect',
  'zonePartlyInEffect',
  'zoneFullyInEffect',
] as const

/** A warning about a new list of name servers. `values`: placeholders of the code's text. */
export interface NameserverChangeWarning {
  code: (typeof nameserverChangeWarningCodes)[number]
  values: Record<string, string>
}

/**
 * Returns what the user should know before the name servers of `domain` (Punycode) change. `service`: the known name
 * servers of the service.
 */
export function findNameserverChangeWarnings(
  domain: string,
  before: readonly string[],
  after: readonly string[],
  service: readonly string[],
): NameserverChangeWarning[] {
  return [...findMissingGlue(domain, after), ...findDelegationChange(before, after, service)]
}

/** The API has no endpoint for the addresses of name servers below their own domain (glue records). */
function findMissingGlue(domain: string, nameservers: readonly string[]): NameserverChangeWarning[] {
  const apex = normalizeHostName(domain)
  const own = nameservers.filter((name) => isSameHostName(name, apex) || name.endsWith(`.${apex}`))
  return own.map((name) => ({ code: 'nameserverGlue', values: { name } }))
}

/** Returns whether the records of the zone begin or stop to have an effect. */
function findDelegationChange(
  before: readonly string[],
  after: readonly string[],
  service: readonly string[],
): NameserverChangeWarning[] {
  const [old, next] = [before, after].map((names) => classifyDelegation(names, service).state)
  if (old === next || next === undefined || next === 'unknown' || old === 'unknown') return []
  const taken = old === 'mixed' ? 'zoneFullyInEffect' : 'zoneTakesEffect'
  const code = { service: taken, elsewhere: 'zoneLosesEffect', mixed: 'zonePartlyInEffect' } as const
  return [{ code: code[next], values: {} }]
}
