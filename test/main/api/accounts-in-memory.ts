import type { KeyInformation, ServiceGrant } from '#shared/api/key-and-log-endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { AccountsPort, ProxyRoute } from '#main/api/accounts-port.ts'

export interface AccountsInMemory extends AccountsPort {
  add(account: { id: string; baseUrl: string; isPaused?: boolean; isReadOnly?: boolean }): void
  addKey(accountId: string, key: Partial<Key> & { id: string }, secret: string): void
  change(accountId: string, changes: { isPaused?: boolean; isReadOnly?: boolean }): void
  remove(accountId: string): void
  setProxy(accountId: string, proxy: ProxyRoute | null): void
  changeKey(keyId: string, changes: Partial<Key>): void
  key(keyId: string): Key
  /** IDs of keys in the order in which they were reported as accepted. */
  worked: string[]
}

/** The accounts port of the API client, without keychain and database. */
export function createAccountsInMemory(): AccountsInMemory {
  const accounts = new Map<string, { id: string; baseUrl: string; isPaused: boolean; isReadOnly: boolean }>()
  const keys = new Map<string, Key>()
  const secrets = new Map<string, string>()
  const worked: string[] = []
  const proxies = new Map<string, ProxyRoute>()

  function key(keyId: string): Key {
    const found = keys.get(keyId)
    if (!found) throw new AppError('not_found', 'No such key')
    return found
  }
  function changeKey(keyId: string, changes: Partial<Key>): void {
    keys.set(keyId, { ...key(keyId), ...changes })
  }
  function account(accountId: string) {
    const found = accounts.get(accountId)
    if (!found) throw new AppError('not_found', 'No such account')
    return found
  }

  return {
    worked,
    add: (added) => void accounts.set(added.id, { isPaused: false, isReadOnly: false, ...added }),
    addKey(accountId, added, secret) {
      keys.set(added.id, {
        accountId,
        label: added.id,
        state: 'working',
        error: null,
        checkedAt: 0,
        me: keyInformationResponse({}),
        expiresAt: null,
        addedAt: keys.size,
        ...added,
      })
      secrets.set(added.id, secret)
    },
    change: (accountId, changes) => void accounts.set(accountId, { ...account(accountId), ...changes }),
    remove: (accountId) => void accounts.delete(accountId),
    changeKey,
    key,
    account,
    setProxy(accountId, proxy) {
      if (proxy) proxies.set(accountId, proxy)
      else proxies.delete(accountId)
    },
    proxyId: (accountId) => proxies.get(account(accountId).id)?.id ?? null,
    isOnlyAccountAtSourceAddress(accountId) {
      const sourceOf = (id: string) => proxies.get(id)?.url ?? null
      const others = [...accounts.values()].filter(({ id, isPaused }) => id !== accountId && !isPaused)
      return others.every(({ id }) => sourceOf(id) !== sourceOf(account(accountId).id))
    },
    proxy: async (accountId) => proxies.get(account(accountId).id) ?? null,
    keys: (accountId) => [...keys.values()].filter((each) => each.accountId === accountId),
    async secret(keyId) {
      const secret = secrets.get(keyId)
      if (secret === undefined) throw new AppError('secret_missing', 'The keychain does not hold the key')
      return secret
    },
    onKeyRefused: (keyId) => changeKey(keyId, { state: 'quarantined' }),
    onKeyAccepted(keyId) {
      worked.push(keyId)
      changeKey(keyId, { state: 'working' })
    },
  }
}

/** A response of `/v1/me` for a key with all permissions, except for the given changes. */
export function keyInformationResponse({
  domain,
  server,
}: {
  domain?: Partial<ServiceGrant> | null
  server?: Partial<ServiceGrant> | null
}): KeyInformation {
  const full = { permission_type: 'full', target_mode: 'all', targets: [] }
  return {
    expires_at: null,
    services: {
      ...(domain !== null && { domain: { ...full, allow_acquisition: false, ...domain } }),
      ...(server !== null && { server: { ...full, allow_signup: false, ...server } }),
    },
  }
}
