import { findHostNameProblem } from '#shared/host-name.ts'
import type { Idna } from '#shared/idna-interface.ts'
import { parseIpAddress } from '#shared/ip-address.ts'
import { listDistinctNormalizedHostNames } from './has-same-nameservers.ts'

/**
 * Returns the host names in `name_servers` of the server information. The API description does not show the shape of
 * the field, so a text, a list, and texts inside objects are all accepted.
 */
export function extractNameserversOfServerInformation(value: unknown, idna: Idna): string[] {
  if (typeof value === 'string')
    return listDistinctNormalizedHostNames(value.split(/[\s,;]+/)).filter((name) => isHostName(name, idna))
  if (typeof value !== 'object' || value === null) return []
  return listDistinctNormalizedHostNames(
    Object.values(value).flatMap((inner) => extractNameserversOfServerInformation(inner, idna)),
  )
}

function isHostName(name: string, idna: Idna): boolean {
  return (
    name.includes('.') &&
    parseIpAddress(name) === null &&
    findHostNameProblem(name, idna, { mayBeWildcard: false }) === null
  )
}
