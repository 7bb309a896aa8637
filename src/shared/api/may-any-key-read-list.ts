import { getEndpoint } from './endpoints.ts'
import type { KeyInformation } from './key-and-log-endpoints.ts'
import { findMissingGrant } from './get-and-check-grants-of-api-keys.ts'

const listEndpoints = { domain: 'domain.list', server: 'server.list' } as const

/**
 * Returns true if at least one key may read the list of domains or servers, according to `/v1/me`. A key that was never
 * checked may read it. False without keys.
 */
export function mayAnyKeyReadList(
  keys: readonly { me: KeyInformation | null }[],
  listed: keyof typeof listEndpoints,
): boolean {
  return keys.some(({ me }) => findMissingGrant(me, getEndpoint(listEndpoints[listed]), {}) === null)
}
