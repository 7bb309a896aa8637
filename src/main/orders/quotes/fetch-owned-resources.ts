import type { DomainListItem } from '#shared/api/domain-schemas.ts'
import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { ServerContract } from '#shared/api/server-contract-and-order-endpoints.ts'
import { isAppError } from '#shared/app-error.ts'
import { isKeyError } from '#shared/api/error-predicates.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'

interface ListDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  accountId: string
  signal: AbortSignal
}

/** The resources that the account owns now, by name or ID. Resources that only unusable keys may list are missing. */
export interface FreshlyReadResources<T> {
  items: Map<string, T>
  readAt: number
}

/** Reads the domains, keyed by lower-case name. Throws the errors of the calls. */
export async function fetchOwnedDomains({
  api,
  accountId,
  signal,
}: ListDeps): Promise<FreshlyReadResources<DomainListItem>> {
  const { lists, readAt } = await fetchByKeys({ api, accountId }, 'domain', async (keyId) => {
    const { data, readAt } = await api.call({
      accountId,
      endpoint: 'domain.list',
      input: {},
      priority: 'interactive',
      signal,
      ...(keyId !== null && { keyId }),
    })
    return { items: data.domains, readAt }
  })
  return { items: new Map(lists.map((item) => [item.domain_name.toLowerCase(), item])), readAt }
}

/** Reads the servers, keyed by server id. Throws the errors of the calls. */
export async function fetchOwnedServers({
  api,
  accountId,
  signal,
}: ListDeps): Promise<FreshlyReadResources<ServerContract>> {
  const { lists, readAt } = await fetchByKeys({ api, accountId }, 'server', async (keyId) => {
    const { data, readAt } = await api.call({
      accountId,
      endpoint: 'server.list',
      input: {},
      priority: 'interactive',
      signal,
      ...(keyId !== null && { keyId }),
    })
    return { items: data.servers, readAt }
  })
  return {
    items: new Map(lists.flatMap((item) => (item.server_id === undefined ? [] : [[item.server_id, item]]))),
    readAt,
  }
}

/**
 * One key for all targets shows everything. Without such a key, each key shows its part. Without any usable key, the
 * call throws the reason.
 */
async function fetchByKeys<T>(
  { api, accountId }: Pick<ListDeps, 'api' | 'accountId'>,
  service: 'domain' | 'server',
  fetchList: (keyId: string | null) => Promise<{ items: T[]; readAt: number }>,
): Promise<{ lists: T[]; readAt: number }> {
  const { keys } = api.usableKeys(accountId, `${service}.list`, {})
  const keysForAllTargets = keys.filter((key) => grantsAllTargets(key, service))
  for (const { id } of keysForAllTargets) {
    try {
      const { items, readAt } = await fetchList(id)
      return { lists: items, readAt }
    } catch (error) {
      if (!isAppError(error) || !isKeyError(error)) throw error
    }
  }
  const otherKeys = keys.filter((key) => !keysForAllTargets.includes(key))
  const answers = await Promise.all(
    otherKeys.length === 0 ? [fetchList(null)] : otherKeys.map(({ id }) => fetchList(id)),
  )
  return { lists: answers.flatMap(({ items }) => items), readAt: Math.min(...answers.map(({ readAt }) => readAt)) }
}

function grantsAllTargets({ me }: Key, service: 'domain' | 'server'): boolean {
  return me !== null && findGrantForService(me, service)?.target_mode === 'all'
}
