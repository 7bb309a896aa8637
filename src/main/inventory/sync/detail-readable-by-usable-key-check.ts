import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { DetailRef } from '#shared/domain-and-server-detail-kinds.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { toDetailEndpointCall } from './fetch-and-store-detail.ts'

/**
 * The check returns true if a key that can be used now may read the detail. While no key is usable, it returns false;
 * the check of `createDetailReadPermissionCheck` then looks at the permissions of all keys. Key grants are looked up
 * once per endpoint.
 */
export function createDetailReadableByUsableKeyCheck(
  api: Pick<ApiClient, 'usableKeys'>,
  accountId: string,
): (detail: DetailRef) => boolean {
  const byEndpoint = new Map<string, { all: boolean; names: ReadonlySet<string> }>()
  return (detail) => {
    const { endpoint } = toDetailEndpointCall(detail)
    let may = byEndpoint.get(endpoint)
    if (!may) byEndpoint.set(endpoint, (may = findReadableNames(api, accountId, detail)))
    return may.all || may.names.has(detail.name)
  }
}

function findReadableNames(
  api: Pick<ApiClient, 'usableKeys'>,
  accountId: string,
  detail: DetailRef,
): { all: boolean; names: ReadonlySet<string> } {
  const { endpoint } = toDetailEndpointCall(detail)
  // No key has this name as a target, so only keys for all targets are usable. Keys for selected targets are found by
  // their target lists.
  const untargetedDetail: DetailRef = { ...detail, name: 'nowhere.invalid' }
  const { keys } = api.usableKeys(accountId, endpoint, toDetailEndpointCall(untargetedDetail).input)
  if (keys.length > 0) return { all: true, names: new Set() }
  const selected = api.usableKeys(accountId, detail.resourceKind === 'domain' ? 'domain.list' : 'server.list', {}).keys
  const targets = selected.flatMap(
    (key: Key) => (key.me && findGrantForService(key.me, detail.resourceKind)?.targets) ?? [],
  )
  const names = targets.filter(
    (name) => api.usableKeys(accountId, endpoint, toDetailEndpointCall({ ...detail, name }).input).keys.length > 0,
  )
  return { all: false, names: new Set(names.map((name) => name.toLowerCase())) }
}
