import { AppError, isAppError } from '#shared/app-error.ts'
import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import { createProxyRefusedError } from '#main/api/create-proxy-errors.ts'
import type { AccountsPort, ProxyRoute } from '#main/api/accounts-port.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import type { KeychainSecretStore } from './keychain-secret-store.ts'
import type { AccountRow } from './parse-account-and-key-rows.ts'
import { assertProxyCannotReadKeys, parseProxyOrigin, createProxyInputError } from './parse-and-check-proxy-origin.ts'
import {
  decodeProxyPasswordItem,
  encodeProxyPasswordItem,
  getProxyPasswordItemName,
} from './proxy-password-keychain-item-format.ts'
import type { AccountQueries } from './account-queries.ts'

type ProxyColumns = Pick<AccountRow, 'proxy_url' | 'proxy_user' | 'proxy_secret_id'>

/** A proxy that was typed and not stored yet. It is kept in memory only, like a pending key (ADR 2). */
interface PendingProxy {
  url: string
  user: string
  /** Empty: none. */
  password: string
}

interface Deps {
  database: Database
  keychain: KeychainSecretStore
  clock: Clock
  newId: () => string
  queries: AccountQueries
}

/** How long a pending proxy is kept, in milliseconds. */
const keptMs = 30 * 60_000

const controlCharacter = /\p{Cc}/u

/**
 * Stores the proxies of the accounts, and their passwords in the keychain. Functions that take the ID of an account
 * throw `not_found`.
 */
export function createAccountProxies({ database, keychain, clock, newId, queries }: Deps) {
  const pending = new Map<string, { proxy: PendingProxy; until: number }>()

  function getPending(id: string): PendingProxy {
    for (const [each, { until }] of pending) if (until <= clock.monotonic()) pending.delete(each)
    const found = pending.get(id)
    if (found) return found.proxy
    throw new AppError('not_found', 'The typed proxy is no longer kept: type it again', {
      details: { what: 'pendingProxy' },
    })
  }

  async function readPassword(row: AccountRow): Promise<string> {
    const { id, proxy_url: proxyUrl, proxy_user: user, proxy_secret_id: secretId } = row
    if (proxyUrl === null || secretId === null) return ''
    const password = await keychain.readSecret(secretId).then(
      (item) => decodeProxyPasswordItem(item, { accountId: id, proxyUrl, user }),
      (error: unknown) => {
        if (isAppError(error, 'secret_missing')) return null
        throw error
      },
    )
    if (password === null) throw createProxyRefusedError(proxyUrl, 'password_missing')
    return password
  }

  const port: Pick<AccountsPort, 'proxy' | 'proxyId' | 'isOnlyAccountAtSourceAddress'> = {
    proxyId: (accountId) => proxyIdOf(queries.row(accountId)),
    isOnlyAccountAtSourceAddress: (accountId) =>
      !queries.hasActiveAccountAtProxy(queries.row(accountId).proxy_url, accountId),
    async proxy(accountId) {
      for (;;) {
        const row = queries.row(accountId)
        const id = proxyIdOf(row)
        if (row.proxy_url === null || id === null) return null
        try {
          return toProxyRoute(id, { url: row.proxy_url, user: row.proxy_user, password: await readPassword(row) })
        } catch (error) {
          // The password was deleted because the proxy was changed meanwhile.
          if (proxyIdOf(queries.row(accountId)) === id) throw error
        }
      }
    },
  }

  /**
   * Stores the password of a pending proxy. The password counts as orphaned until `writeRow` has run. `writeRow` must
   * write the row with these columns in a transaction and call `markUsed` in this transaction. If it throws, nothing is
   * stored.
   */
  async function storePending<T>(
    account: { id: string; baseUrl: string },
    pendingProxyId: string | null,
    writeRow: (columns: ProxyColumns, markUsed: () => void) => T | Promise<T>,
  ): Promise<T> {
    const proxy = pendingProxyId === null ? null : getPending(pendingProxyId)
    if (proxy) assertProxyCannotReadKeys(proxy.url, account.baseUrl)
    const name = proxy && proxy.password !== '' ? getProxyPasswordItemName(newId()) : null
    const columns = { proxy_url: proxy?.url ?? null, proxy_user: proxy?.user ?? '', proxy_secret_id: name }
    try {
      if (proxy && name !== null) {
        const credentials = { accountId: account.id, proxyUrl: proxy.url, user: proxy.user }
        await keychain.storeSecret(name, encodeProxyPasswordItem(credentials, proxy.password))
      }
      const result = await writeRow(columns, () => name !== null && keychain.markUsed([name]))
      if (pendingProxyId !== null) pending.delete(pendingProxyId)
      return result
    } catch (error) {
      if (name !== null) keychain.markOrphaned([name])
      void keychain.deleteOrphaned()
      throw error
    }
  }

  return {
    ...port,
    /** Throws `invalid_input`, and the errors of the keychain if the stored password is to be used. */
    async keep(input: ParsedCommandInput<'accounts.keepProxy'>): Promise<string> {
      const url = parseProxyOrigin(input.proxyUrl)
      const user = input.proxyUser.trim()
      const row = input.accountId === null ? null : queries.row(input.accountId)
      if (row) assertProxyCannotReadKeys(url, row.base_url)
      if (controlCharacter.test(user) || user.includes(':'))
        throw createProxyInputError('proxyUser', 'proxyUserForm', 'A user has no colon and no control characters')
      const isStored = row !== null && row.proxy_url === url && row.proxy_user === user
      const hasStored = row !== null && row.proxy_secret_id !== null
      if (input.proxyPassword === null && hasStored && !isStored)
        throw createProxyInputError(
          'proxyPassword',
          'proxyPasswordAgain',
          'The stored password is for another proxy or user',
        )
      const password = input.proxyPassword ?? (row && isStored ? await readPassword(row) : '')
      if (controlCharacter.test(password))
        throw createProxyInputError('proxyPassword', 'proxyPasswordForm', 'A password has no control characters')
      if (password !== '' && user === '')
        throw createProxyInputError('proxyUser', 'proxyUserMissing', 'A password needs a user')
      const id = newId()
      pending.set(id, { proxy: { url, user, password }, until: clock.monotonic() + keptMs })
      return id
    },
    /** The pending proxy for one call of a test. Throws `not_found`, and `invalid_input` if the service has no TLS. */
    routeOfPending(pendingProxyId: string, baseUrl: string): ProxyRoute {
      const proxy = getPending(pendingProxyId)
      assertProxyCannotReadKeys(proxy.url, baseUrl)
      return toProxyRoute(pendingProxyId, proxy)
    },
    storePending,
    /** Null removes the proxy. The former password stays in the keychain until the row names the new one. */
    async set(accountId: string, pendingProxyId: string | null): Promise<void> {
      const { base_url: baseUrl } = queries.row(accountId)
      await storePending({ id: accountId, baseUrl }, pendingProxyId, (columns, markUsed) =>
        database.transaction(() => {
          const { proxy_secret_id: former } = queries.row(accountId)
          database.run(
            'update account set proxy_url = ?, proxy_user = ?, proxy_secret_id = ? where id = ?',
            columns.proxy_url,
            columns.proxy_user,
            columns.proxy_secret_id,
            accountId,
          )
          markUsed()
          if (former !== null) keychain.markOrphaned([former])
        }),
      )
      await keychain.deleteOrphaned()
    },
  }
}
export type AccountProxies = ReturnType<typeof createAccountProxies>

function proxyIdOf({ proxy_url, proxy_user, proxy_secret_id }: AccountRow): string | null {
  return proxy_url === null ? null : JSON.stringify([proxy_url, proxy_user, proxy_secret_id])
}

function toProxyRoute(id: string, { url, user, password }: PendingProxy): ProxyRoute {
  const authorization = user === '' ? null : `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`
  return { id, url, authorization }
}
