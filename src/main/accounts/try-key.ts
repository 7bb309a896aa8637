import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { isPermissionError } from '#shared/api/error-predicates.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import type { KeyTrialResult } from '#shared/ipc/accounts.ts'
import { parseBaseUrl } from '#main/api/parse-base-url.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { ProxyRoute } from '#main/api/accounts-port.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { decodeApiKeyItem, encodeApiKeyItem } from './api-key-keychain-item-format.ts'
import type { AccountProxies } from './account-proxy-and-password-store.ts'
import type { KeychainSecretStore } from './keychain-secret-store.ts'
import { queryBaseUrlsOfSameServiceAsJson } from './query-base-urls-of-same-service.ts'
import {
  listDomainNamesNotInTransfer,
  queryAccountsThatListNames,
} from './query-accounts-that-list-same-domain-or-server.ts'
import { getKeyExpiry } from './get-key-expiry.ts'
import type { TriedUnstoredKeys } from './tried-unstored-keys.ts'

export interface TryKeyDeps {
  database: Database
  keychain: KeychainSecretStore
  clock: Clock
  newId: () => string
  triedUnstoredKeys: TriedUnstoredKeys
  api: () => ApiClient
  proxies: Pick<AccountProxies, 'proxy' | 'routeOfPending'>
}

/**
 * The function tries a typed key at the service before anything is stored (API description, section "API key
 * information"). Errors: see `accounts.tryKey` in the IPC contract.
 */
export function createTryKeyFunction({
  database,
  keychain,
  clock,
  newId,
  triedUnstoredKeys,
  api,
  proxies,
}: TryKeyDeps) {
  /** A key may be restricted to the address of the proxy, so its first call goes through the proxy, too. */
  async function proxyOf(
    { accountId, pendingProxyId }: { accountId: string | null; pendingProxyId: string | null },
    baseUrl: string,
  ): Promise<ProxyRoute | null> {
    if (accountId !== null) return proxies.proxy(accountId)
    return pendingProxyId === null ? null : proxies.routeOfPending(pendingProxyId, baseUrl)
  }

  return async function tryKey(input: {
    baseUrl: string
    secret: string
    accountId: string | null
    otherPendingKeyIds: string[]
    pendingProxyId: string | null
  }): Promise<KeyTrialResult> {
    const baseUrl = parseBaseUrl(input.baseUrl)
    const secret = parseSecret(input.secret)
    if (triedUnstoredKeys.findStillKept(input.otherPendingKeyIds).some((other) => other.secret === secret))
      throw createKeyTypedTwiceError()
    // Throws for a key that cannot be stored.
    encodeApiKeyItem(secret, baseUrl)
    await assertKeyNotStored({ database, keychain }, baseUrl, secret)
    const typed = { keyTrialId: newId(), baseUrl, secret }
    const trial = { ...typed, proxy: await proxyOf(input, baseUrl) }
    const me = await api().readWithGivenSecret({ ...trial, endpoint: 'account.me', input: {} })
    const triedAt = clock.now()
    const [domains, servers] = await Promise.all([
      findGrantForService(me, 'domain')
        ? readListOrReason(api().readWithGivenSecret({ ...trial, endpoint: 'domain.list', input: {} }))
        : null,
      findGrantForService(me, 'server')
        ? readListOrReason(api().readWithGivenSecret({ ...trial, endpoint: 'server.list', input: {} }))
        : null,
    ])
    const listedDomains = domains === null || domains === 'unread' ? null : domains.domains
    const serverNames =
      servers === null || servers === 'unread' ? null : servers.servers.map(({ servername }) => servername)
    const unread = [
      ...(domains === 'unread' ? ['domain' as const] : []),
      ...(servers === 'unread' ? ['server' as const] : []),
    ]
    const expiresAt = getKeyExpiry(me)
    const listedNames = { domain: listedDomains && listDomainNamesNotInTransfer(listedDomains), server: serverNames }
    return {
      pendingKeyId: triedUnstoredKeys.add({ ...typed, me, expiresAt, triedAt, listedNames }),
      me,
      expiresAt,
      domains: listedDomains && listedDomains.length,
      servers: serverNames && serverNames.length,
      unread,
      overlaps: queryAccountsThatListNames(database, {
        baseUrl,
        accountId: input.accountId,
        domains: listedDomains ?? [],
        servers: serverNames ?? [],
      }),
    }
  }
}

/**
 * Lists are only additional information, so the trial succeeds without them. Null: the key may not list. 'unread': the
 * list could not be read.
 */
async function readListOrReason<T>(answer: Promise<T>): Promise<T | null | 'unread'> {
  try {
    return await answer
  } catch (error) {
    if (isAppError(error)) return isPermissionError(error) ? null : 'unread'
    throw error
  }
}

/**
 * Creates the error for a key that was typed twice in one form. No stored account has this key, so the error names
 * none.
 */
export function createKeyTypedTwiceError(): AppError {
  const message = 'The same key was given twice'
  return new AppError('invalid_input', message, {
    details: { issues: [createInputIssue('secret', 'keyGivenTwice', message)] },
  })
}

/**
 * Throws `invalid_input` for a key that cannot be sent in a header (API description, section "Authentication"). Blanks
 * around the key come from copying.
 */
function parseSecret(typed: string): string {
  const secret = typed.trim()
  if (/^[\x21-\x7e]+$/.test(secret)) return secret
  throw new AppError('invalid_input', 'An API key is letters, digits and signs without blanks', {
    details: {
      issues: [createInputIssue('secret', 'keyCharacters', 'An API key is letters, digits and signs without blanks')],
    },
  })
}

/**
 * Throws `key_exists` if an account at the same service has this key, and keychain_*: a key that cannot be stored need
 * not be tried. A key that is missing in the keychain, or stored for another origin, may be typed again.
 */
export async function assertKeyNotStored(
  { database, keychain }: Pick<TryKeyDeps, 'database' | 'keychain'>,
  baseUrl: string,
  secret: string,
): Promise<void> {
  await keychain.ensureAcceptsSecrets()
  const stored = database.all<{
    id: string
    accountId: string
    accountLabel: string
    secretId: string
    storedUrl: string
  }>(
    `select k.id, k.account_id as accountId, a.label as accountLabel, coalesce(k.secret_id, k.id) as secretId, a.base_url as storedUrl
     from api_key k join account a on a.id = k.account_id where a.base_url in (select value from json_each(?))`,
    queryBaseUrlsOfSameServiceAsJson(database, baseUrl),
  )
  for (const { id, accountId, accountLabel, secretId, storedUrl } of stored) {
    if ((await storedSecret(keychain, secretId, storedUrl)) === secret) {
      throw new AppError('key_exists', 'This key is stored already', {
        details: { accountId, accountLabel, keyId: id },
      })
    }
  }
}

async function storedSecret(keychain: KeychainSecretStore, secretId: string, baseUrl: string): Promise<string | null> {
  try {
    return decodeApiKeyItem(secretId, await keychain.readSecret(secretId), baseUrl)
  } catch (error) {
    if (isAppError(error, 'secret_missing') || isAppError(error, 'secret_origin_mismatch')) return null
    throw error
  }
}
