import type { Idna } from '#shared/idna.ts'
import { isSameHostName, findHostNameProblem, normalizeHostName } from '#shared/host-name.ts'
import { parseIpAddress } from '#shared/ip-address.ts'

/**
 * Whom the name servers of a domain belong to. `service`: all are the service's. `elsewhere`: none is, so the records of the zone at the service have no effect
 * (section "Domain API", DNS). `mixed`: some are, so some resolvers are answered by others. `unknown`: one of the two lists is not known.
 */
export type Delegation =
  { state: 'unknown' | 'service' } | { state: 'elsewhere' | 'mixed'; nameservers: string[]; foreign: string[] }

/** `nameservers`: of the domain; null while they are not known. `service`: every name server of the service that is known; the document names none. */
export function classifyDelegation(nameservers: readonly string[] | null, service: readonly string[]): Delegation {
  const own = distinctHostNames(nameservers ?? [])
  if (own.length === 0 || service.length === 0) return { state: 'unknown' }
  const foreign = own.filter((name) => !service.some((other) => isSameHostName(name, other)))
  if (foreign.length === 0) return { state: 'service' }
  return { state: foreign.length === own.length ? 'elsewhere' : 'mixed', nameservers: own, foreign }
}

/** Without a trailing dot, in lower case, each once. */
export function distinctHostNames(names: readonly string[]): string[] {
  return [...new Set(names.map(normalizeHostName))]
}

/** The host names in a value whose shape the document does not show, as `name_servers` of server-info: a text, a list, or texts inside of objects. */
export function extractNameservers(value: unknown, idna: Idna): string[] {
  if (typeof value === 'string')
    return distinctHostNames(value.split(/[\s,;]+/)).filter((name) => isHostName(name, idna))
  if (typeof value !== 'object' || value === null) return []
  return distinctHostNames(Object.values(value).flatMap((inner) => extractNameservers(inner, idna)))
}

function isHostName(name: string, idna: Idna): boolean {
  return (
    name.includes('.') &&
    parseIpAddress(name) === null &&
    findHostNameProblem(name, idna, { mayBeWildcard: false }) === null
  )
}
