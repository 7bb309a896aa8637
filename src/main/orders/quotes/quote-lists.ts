import type { DomainListItem } from '#shared/api/domain.ts'
import { grantOf } from '#shared/api/grants.ts'
import { providerErrors } from '#shared/api/provider-errors.ts'
import type { ServerContract } from '#shared/api/server.ts'
import { isAppError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ApiClient } from '../../api/types.ts'

interface ListDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  accountId: string
  signal: AbortSignal
}

/** What the account has, read now, by name; what only a key out of use would show is not in it. */
export interface Listing<T> {
  items: Map<string, T>
  readAt: number
}

/** Throws what the calls throw. */
export async function readDomains({ api, accountId, signal }: ListDeps): Promise<Listing<DomainListItem>> {
  const { lists, readAt } = await readByKeys({ api, accountId }, 'domain', async (keyId) => {
    const { data, readAt } = await api.call({ accountId, endpoint: 'domain.list', input: {}, priority: 'interactive', signal, ...(keyId !== null && { keyId }) })
    return { items: data.domains, readAt }
  })
  return { items: new Map(lists.map((item) => [item.domain_name.toLowerCase(), item])), readAt }
}

/** As `readDomains`, by server id. */
export async function readServers({ api, accountId, signal }: ListDeps): Promise<Listing<ServerContract>> {
  const { lists, readAt } = await readByKeys({ api, accountId }, 'server', async (keyId) => {
    const { data, readAt } = await api.call({ accountId, endpoint: 'server.list', input: {}, priority: 'interactive', signal, ...(keyId !== null && { keyId }) })
    return { items: data.servers, readAt }
  })
  return { items: new Map(lists.flatMap((item) => (item.server_id === undefined ? [] : [[item.server_id, item]]))), readAt }
}

/** A key for all targets shows everything; without one, each key shows its part. Without any, the call itself says why. */
async function readByKeys<T>(
  { api, accountId }: Pick<ListDeps, 'api' | 'accountId'>,
  service: 'domain' | 'server',
  ask: (keyId: string | null) => Promise<{ items: T[]; readAt: number }>,
): Promise<{ lists: T[]; readAt: number }> {
  const { keys } = api.usableKeys(accountId, `${service}.list`, {})
  const wide = keys.filter((key) => seesAll(key, service))
  for (const { id } of wide) {
    try {
      const { items, readAt } = await ask(id)
      return { lists: items, readAt }
    } catch (error) {
      if (!isOfKey(error)) throw error
    }
  }
  const narrow = keys.filter((key) => !wide.includes(key))
  const answers = await Promise.all(narrow.length === 0 ? [ask(null)] : narrow.map(({ id }) => ask(id)))
  return { lists: answers.flatMap(({ items }) => items), readAt: Math.min(...answers.map(({ readAt }) => readAt)) }
}

function seesAll({ me }: Key, service: 'domain' | 'server'): boolean {
  return me !== null && grantOf(me, service)?.target_mode === 'all'
}

/** A key that is refused says nothing about the others. */
function isOfKey(error: unknown): boolean {
  return isAppError(error) && (error.status === providerErrors.UNAUTHORIZED.status || error.status === providerErrors.FORBIDDEN.status || error.kind === 'no_key' || error.kind === 'secret_missing' || error.kind === 'secret_origin_mismatch')
}
