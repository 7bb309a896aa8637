import { dirname } from 'node:path'
import { minuteMs } from '#shared/api/limits.ts'
import { isAppError } from '#shared/errors.ts'
import type { AppState } from '#shared/ipc/app.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createKeychain, type Keychain } from './accounts/keychain.ts'
import type { SecretStore } from './accounts/secret-store.ts'
import { createApiClient } from './api/client.ts'
import { createTransport } from './api/transport.ts'
import type { ApiClient } from './api/types.ts'
import type { Clock } from './clock.ts'
import { createZones } from './dns/zones.ts'
import { createInventory } from './inventory/inventory.ts'
import { createRefresh } from './inventory/refresh.ts'
import { countUnread } from './inventory/unread.ts'
import { createSync } from './inventory/sync.ts'
import type { Emit, Handlers } from './ipc/handlers.ts'
import { createAccountsHandlers } from './ipc/handlers/accounts.ts'
import { createApiHandlers } from './ipc/handlers/api.ts'
import { createDnsHandlers } from './ipc/handlers/dns.ts'
import { createInventoryHandlers } from './ipc/handlers/inventory.ts'
import { createLogsHandlers } from './ipc/handlers/logs.ts'
import { createOrdersHandlers } from './ipc/handlers/orders.ts'
import { createSyncHandlers } from './ipc/handlers/sync.ts'
import { createLogs } from './logs/logs.ts'
import { createOrders } from './orders/orders.ts'
import { createThrottle } from './pace/throttle.ts'
import type { Database } from './store/database.ts'
import { createSettings, type SettingsStore } from './store/settings.ts'

/** What the office needs from outside. */
export interface OfficePorts {
  clock: Clock
  random: () => number
  newId: () => string
  secrets: SecretStore
  /** As Chromium answers it for a URL: `DIRECT`, `PROXY host:port`. */
  resolveProxy: (url: string) => Promise<string>
  /** Asks the person where a text goes and writes its parts there; answers the path, or null when the person closed the dialog. */
  saveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
  emit: Emit
}

/** Everything that needs the open database. */
export interface Office {
  handlers: { [Name in Exclude<keyof Handlers, `app.${string}`>]: Handlers[Name] }
  settings: SettingsStore
  keychain: Keychain
  api: ApiClient
  state(): Pick<AppState, 'settings' | 'unreadableSettings' | 'keychain' | 'isUnreachable' | 'addressBlock' | 'callHold'>
  /** Hosts of the accounts' addresses. */
  hosts(): ReadonlySet<string>
  start(): void
  close(): Promise<void>
}

const keychainPauseMs = 5_000
const keychainPauseMostMs = 10 * minuteMs
const ordersRecheckedEveryMs = 2_000
const timeToldEveryMs = 5 * minuteMs

/** `onState`: something of `state()` changed. */
export function openOffice({ clock, random, newId, secrets, resolveProxy, saveFile, emit }: OfficePorts, database: Database, onState: () => void): Office {
  const settings = createSettings(database)
  const keychain = createKeychain({ store: secrets, database, clock, newId })
  const accounts = createAccounts({ database, keychain, clock, newId, emit, api: () => api, openOrders: () => orders.open(), onEdited, isUnanswered: (accountId) => sync.answering(accountId) !== 'yes' })
  const api: ApiClient = createApiClient({
    accounts,
    database,
    clock,
    random,
    transport: createTransport({ resolveProxy }),
    isOffline: () => settings.get().isOffline,
    onGauges: (gauges) => emit('quota.changed', gauges),
    onAddressBlock: onState,
    onAnswering() {
      sync.tellAnswering()
      accounts.changed()
    },
    onReachability() {
      onState()
      orders.wake()
    },
  })
  function onEdited(): void {
    sync.stopPaused()
    orders.wake()
  }

  const inventory = createInventory({
    database,
    clock,
    emit(name, payload) {
      emit(name, payload)
      if (name === 'inventory.changed') recheck.poke()
    },
  })
  const sync = createSync({ api, inventory, accounts, database, clock, emit, settings })
  const refresh = createRefresh({ api, inventory, clock })
  const zones = createZones({ api, inventory, refresh })
  const logs = createLogs({ api, accounts, database, emit })
  const orders = createOrders({ api, accounts, inventory, keychain, database, folder: dirname(database.path), clock, random, newId, emit, saveFile, onListOutdated: (accountId) => sync.start([accountId]) })

  /** A sync changes rows many times a second. */
  const recheck = createThrottle(clock, ordersRecheckedEveryMs, () => {
    if (!closing.signal.aborted) orders.recheck()
  })
  const closing = new AbortController()

  /** Health, expiries and staleness change with time alone: what shows them is told now and then. */
  async function keepTime(): Promise<void> {
    while (!closing.signal.aborted) {
      await clock.sleep(timeToldEveryMs, closing.signal)
      accounts.changed()
      emit('inventory.changed', { accountId: null, domain: null })
    }
  }

  let isWatched = false

  /** Looks again by itself, ever more rarely: on some systems each look asks the person for the keychain's password (ADR 18). */
  async function watchKeychain(): Promise<void> {
    if (isWatched) return
    isWatched = true
    for (let pauseMs = keychainPauseMs; keychain.state().state !== 'ready'; pauseMs = Math.min(pauseMs * 2, keychainPauseMostMs)) {
      await clock.sleep(pauseMs, closing.signal)
      if (keychain.state().state !== 'ready') await keychain.check()
    }
    isWatched = false
  }

  /** Goes on with what waits for an open keychain. */
  function onKeychain(): void {
    // The first look at the keychain may end after the app was closed, and its database with it.
    if (closing.signal.aborted) return
    if (keychain.state().state !== 'ready') return void watchKeychain().catch(() => undefined)
    void accounts.bindKeys()
    try {
      sync.retryKeychain()
    } catch (error) {
      // The database takes no change now. Whoever called the keychain has its answer all the same.
      if (!isAppError(error)) throw error
    }
  }

  keychain.onChange(onKeychain)
  for (const onChange of [settings.onChange, keychain.onChange]) {
    onChange(() => {
      onState()
      orders.wake()
    })
  }

  return {
    handlers: {
      ...createAccountsHandlers({ accounts, api }),
      ...createInventoryHandlers({ inventory, refresh, sync, accounts, unread: (filter) => countUnread(database, accounts.keys, filter, clock.now()) }),
      ...createSyncHandlers({ sync }),
      ...createDnsHandlers({ zones }),
      ...createLogsHandlers({ logs }),
      ...createOrdersHandlers({ orders }),
      ...createApiHandlers(api),
    },
    settings,
    keychain,
    api,
    state: () => ({
      settings: settings.get(),
      unreadableSettings: [...settings.unreadable()],
      keychain: keychain.state(),
      isUnreachable: api.isUnreachable(),
      addressBlock: api.addressBlock(),
      callHold: api.callHold(),
    }),
    hosts: () => new Set(accounts.list().flatMap(({ baseUrl }) => URL.parse(baseUrl)?.host ?? [])),
    start() {
      void keychain.check().then(onKeychain)
      keepTime().catch(() => undefined)
      sync.resume()
      orders.recheck()
      orders.runs.start({ isPaused: settings.unreadable().length > 0 })
      if (settings.get().syncsAtStart && !settings.get().isOffline) sync.start(null)
    },
    async close() {
      closing.abort()
      try {
        await sync.close()
        // The request core waits a moment for paid calls under way; one that hangs is cut off, and settled at the next start.
        const ends = await Promise.allSettled([orders.close(), api.close()])
        accounts.close()
        for (const end of ends) if (end.status === 'rejected') throw end.reason
      } finally {
        database.close()
      }
    },
  }
}
