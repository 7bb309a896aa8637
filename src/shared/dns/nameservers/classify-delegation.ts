import { isSameHostName } from '#shared/host-name.ts'
import { listDistinctNormalizedHostNames } from './has-same-nameservers.ts'

/**
 * Who operates the name servers of a domain. `service`: all belong to the service. `elsewhere`: none belongs to the
 * service, so the zone at the service has no effect (API description, section "Domain API", DNS). `mixed`: some belong
 * to the service, so other name servers answer some queries. `unknown`: the domain's or the service's name servers are
 * not known.
 */
export type Delegation =
  { state: 'unknown' | 'service' } | { state: 'elsewhere' | 'mixed'; nameservers: string[]; foreign: string[] }

/**
 * `nameservers`: those of the domain; null while they are not known. `service`: the known name servers of the service.
 * The API description names none of them.
 */
export function classifyDelegation(nameservers: readonly string[] | null, service: readonly string[]): Delegation {
  const own = listDistinctNormalizedHostNames(nameservers ?? [])
  if (own.length === 0 || service.length === 0) return { state: 'unknown' }
  const foreign = own.filter((name) => !service.some((other) => isSameHostName(name, other)))
  if (foreign.length === 0) return { state: 'service' }
  return { state: foreign.length === own.length ? 'elsewhere' : 'mixed', nameservers: own, foreign }
}
