import { endpoints } from '#shared/api/endpoints.ts'
import type { Endpoint } from '#shared/api/define-endpoint.ts'
import { findMissingGrant, findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { getEndpointOfDetail, type DetailRef } from '#shared/domain-and-server-detail-kinds.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'

/**
 * The check returns true if a usable key may read the detail, by the permissions that `/v1/me` stated. While no key is
 * usable, all keys count, because the state of a key may be temporary. Permissions are looked up once per endpoint.
 */
export function createDetailReadPermissionCheck(keys: readonly Key[]): (detail: DetailRef) => boolean {
  const usable = keys.filter(isKeyUsable)
  const judged = usable.length > 0 ? usable : keys
  const byEndpoint = new Map<string, { all: boolean; names: ReadonlySet<string> }>()
  return (detail) => {
    const endpoint = getEndpointOfDetail(detail)
    let may = byEndpoint.get(endpoint)
    if (!may) byEndpoint.set(endpoint, (may = findReadableNames(judged, endpoints[endpoint], detail.resourceKind)))
    return may.all || may.names.has(detail.name.toLowerCase())
  }
}

function findReadableNames(
  keys: readonly Key[],
  endpoint: Endpoint,
  kind: DetailRef['resourceKind'],
): { all: boolean; names: ReadonlySet<string> } {
  const isAllowed = ({ me }: Key, name: string) =>
    findMissingGrant(me, endpoint, kind === 'domain' ? { domain_name: name } : { servername: name }) === null
  if (keys.some((key) => isAllowed(key, 'nowhere.invalid'))) return { all: true, names: new Set() }
  // A key has the same permissions for each of its targets, so that one of them shows whether it may read the others.
  const targets = keys.flatMap((key) => {
    const names = (key.me && findGrantForService(key.me, kind)?.targets) ?? []
    return names[0] !== undefined && isAllowed(key, names[0]) ? names : []
  })
  return { all: false, names: new Set(targets.map((name) => name.toLowerCase())) }
}
