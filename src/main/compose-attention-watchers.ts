import { areCallsHeldForSourceAddress } from '#shared/attention/are-calls-held-for-source-address.ts'
import { listAttentionItems } from '#shared/attention/list-attention-items.ts'
import { mayAccountHaveEntriesThatNoKeyReads } from '#shared/attention/may-account-have-entries-that-no-key-reads.ts'
import type { EventName } from '#shared/ipc/all-commands-and-events.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import { isSyncReadingLists, isSyncRunning } from '#shared/ipc/sync.ts'
import type { Accounts } from '#main/accounts/accounts.ts'
import type { KeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from './clock.ts'
import type { DesktopNotifier } from './desktop-notifier-port.ts'
import type { SyncRunner } from '#main/inventory/sync/sync-runner.ts'
import { createNotificationWatcher } from '#main/notifications/notification-watcher.ts'
import type { OrdersModule } from '#main/orders/create-orders-module.ts'
import type { QueryThread } from '#main/query-thread/query-thread.ts'
import type { Database } from '#main/store/database.ts'
import type { SettingsStore } from '#main/store/settings-store.ts'
import type { TrayIcon } from './tray-icon-port.ts'
import { createTrayUpdater } from '#main/tray/tray-updater.ts'

interface AttentionWatchersDeps {
  database: Database
  queries: QueryThread['queries']
  clock: Clock
  accounts: Accounts
  api: ApiClient
  keychain: KeychainSecretStore
  sync: Pick<SyncRunner, 'progress'>
  orders: OrdersModule
  settings: SettingsStore
  notifier: DesktopNotifier
  tray: TrayIcon
  language: () => 'ja' | 'en'
  openPage: (link: PageLink) => void
  showWindow: () => void
  quit: () => void
}

/** Events after which the list of items that need attention may change. */
const attentionTriggers: ReadonlySet<EventName> = new Set([
  'inventory.changed',
  'accounts.changed',
  'sync.changed',
  'orders.changed',
  'orders.runs',
  'quota.changed',
])

/** Composes what shows outside the window that something needs attention: the notifications and the tray. */
export function composeAttentionWatchers({
  database,
  queries,
  clock,
  accounts,
  api,
  keychain,
  sync,
  orders,
  settings,
  notifier,
  tray,
  language,
  openPage,
  showWindow,
  quit,
}: AttentionWatchersDeps) {
  const notifications = createNotificationWatcher({
    database,
    queries,
    clock,
    notifier,
    settings: settings.get,
    language,
    waitingOrders: orders.waitingOrders,
    isReadingLists: () => sync.progress().some(isSyncReadingLists),
    openPage,
  })
  const trayUpdater = createTrayUpdater({
    clock,
    tray,
    async attentionItems() {
      const syncs = sync.progress()
      return listAttentionItems({
        stored: await queries.attentionItems(
          null,
          syncs.filter(isSyncRunning).map(({ accountId }) => accountId),
          clock.now(),
        ),
        runs: orders.runs.list(),
        ordersNeedingDecision: orders.waitingOrders().filter(({ reason }) => reason === 'to_decide').length,
        accounts: accounts.list(),
        isSelected: () => true,
        isReadingLists: (accountId) => syncs.some((run) => run.accountId === accountId && isSyncReadingLists(run)),
        keychain: keychain.state(),
        isOffline: settings.get().isOffline,
        ipBlocks: api.ipBlocks(),
        usages: api.quotaUsage(),
      })
    },
    state() {
      const syncs = sync.progress()
      const listed = accounts.list()
      return {
        isReadingLists: syncs.some(isSyncReadingLists),
        isSyncUnanswered: syncs.some(({ responsiveness }) => responsiveness !== 'answering'),
        areCallsHeld: areCallsHeldForSourceAddress(
          { ipBlocks: api.ipBlocks(), refusedKeysHolds: api.refusedKeysHolds() },
          listed.filter(({ isPaused }) => !isPaused),
        ),
        areOrdersKnown: orders.intents.journalState().state !== 'closed',
        hasPausedAccounts: listed.some(({ isPaused }) => isPaused),
        mayHaveEntriesThatNoKeyReads: listed.some(mayAccountHaveEntriesThatNoKeyReads),
        isOffline: settings.get().isOffline,
        language: language(),
      }
    },
    actions: { openPage, showWindow, setOffline: (isOffline) => void settings.save({ isOffline }), quit },
  })

  function trigger(): void {
    notifications.trigger()
    trayUpdater.trigger()
  }

  for (const onChange of [settings.onChange, keychain.onChange]) onChange(trigger)

  return {
    trigger,
    triggerAfterEvent(name: EventName): void {
      if (attentionTriggers.has(name)) trigger()
    },
    deleteOldNotifications: notifications.deleteOld,
    stopTray: trayUpdater.close,
    async close(): Promise<void> {
      trayUpdater.close()
      await notifications.close()
    },
  }
}
