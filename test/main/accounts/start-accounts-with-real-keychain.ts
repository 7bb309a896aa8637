import { createAccounts } from '#main/accounts/accounts.ts'
import { createKeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import { createApiClient } from '#main/api/client.ts'
import { createTransport } from '#main/api/http/transport.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { systemClock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { openDatabase } from '#main/store/database.ts'

/** Starts the accounts with real dependencies: a database file, the keychain of the process, and the network. */
export function startAccountsWithRealKeychain(path: string, service: string, emit: EmitEvent = () => {}) {
  const database = openDatabase(path)
  const store = createKeytarOsKeychain({ service })
  const newId = () => crypto.randomUUID()
  const clock = systemClock
  const keychain = createKeychainSecretStore({ store, database, clock, newId, timeoutMs: 5000 })
  const accounts = createAccounts({
    database,
    keychain,
    clock,
    newId,
    emit,
    api: () => api,
    openOrders: () => [],
    openJobItems: () => null,
    onEdited: () => undefined,
    onProxyChanged: () => undefined,
    onMerged: () => Promise.resolve(),
    onDataDeletedOrMoved: () => undefined,
    responsiveness: () => 'answering',
  })
  const transport = createTransport({ resolveProxy: () => Promise.resolve('DIRECT') })
  const api: ApiClient = createApiClient({
    accounts,
    database,
    clock,
    random: Math.random,
    transport,
    isOffline: () => false,
  })
  return {
    service,
    database,
    store,
    keychain,
    accounts,
    api,
    async close() {
      accounts.close()
      await api.close()
      database.close()
    },
  }
}

export type StartedAccounts = ReturnType<typeof startAccountsWithRealKeychain>
