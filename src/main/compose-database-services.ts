import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { dayMs } from '#shared/durations.ts'
import { isAppError, toAppError } from '#shared/app-error.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import { createAccounts } from '#main/accounts/accounts.ts'
import { createKeychainSecretStore, type KeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import { createKeychainReadinessPoller } from '#main/accounts/keychain-readiness-poller.ts'
import type { OsKeychain } from '#main/accounts/os-keychain-port.ts'
import { restoreAnnotationBackupAndStartWriter } from '#main/annotations/annotation-backup-restorer-and-writer.ts'
import { createAnnotationCsvExporterAndImporter } from '#main/annotations/annotation-csv-exporter-and-importer.ts'
import { createAnnotationStore } from '#main/annotations/annotation-store.ts'
import { createCustomerRenamer } from '#main/annotations/customer-renamer.ts'
import { createApiClient } from '#main/api/client.ts'
import { createHasErrorCauseEnded } from '#main/api/has-error-cause-ended.ts'
import { createTransport } from '#main/api/http/transport.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from './clock.ts'
import { markLogEntryOfEndedRequest } from '#main/api-logs/mark-log-entries-of-this-app.ts'
import { composeApiLogs } from './compose-api-logs.ts'
import { composeAttentionWatchers } from './compose-attention-watchers.ts'
import { composePlansAndJobs } from './compose-plans-and-jobs.ts'
import { createCustomerReports } from '#main/customers/customer-domains-servers-and-renewal-prices.ts'
import { createConsoleRequestService } from '#main/console/console-request-service.ts'
import { createConsoleHistoryAndSavedRequestStore } from '#main/console/console-history-and-saved-request-store.ts'
import { createChangeLog } from '#main/change-log/change-log-store.ts'
import { exportChangeLogCsv } from '#main/change-log/export-change-log-csv.ts'
import { createNameserverAnswerComparer } from '#main/dns/authoritative/stored-zone-with-dns-answers-comparer.ts'
import type { DnsResolversAndPort } from '#main/dns/authoritative/dns-resolvers-and-port.ts'
import { exportZone } from '#main/dns/export-zone.ts'
import { createSingleRecordEditor } from '#main/dns/single-record-editor.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { queryServerRow } from '#main/inventory/servers/query-servers.ts'
import { createOnDemandDetailRefresher } from '#main/inventory/sync/on-demand-detail-refresher.ts'
import { createVisibleResourceTracker } from '#main/inventory/sync/visible-resource-tracker.ts'
import { createSyncRunner } from '#main/inventory/sync/sync-runner.ts'
import type { DesktopNotifier } from './desktop-notifier-port.ts'
import { createFailedSyncRetrier } from '#main/inventory/sync/network-failed-sync-retrier.ts'
import { createSyncScheduler } from '#main/inventory/sync/sync-scheduler.ts'
import { listDetailReadingPlans } from '#main/inventory/sync/list-detail-reading-plans.ts'
import { createPendingStatusPoller } from '#main/inventory/sync/poller-of-lists-with-pending-statuses.ts'
import type { EmitEvent } from './event-emitter-port.ts'
import type { Handlers } from '#main/ipc/handler-types.ts'
import { createListCsvExporter } from '#main/list-csv/list-csv-exporter.ts'
import { createAccountsHandlers } from '#main/ipc/handlers/accounts.ts'
import { createAnnotationsHandlers } from '#main/ipc/handlers/annotations.ts'
import { createApiReadCallHandlers } from '#main/ipc/handlers/api-read-calls.ts'
import { createConsoleHandlers } from '#main/ipc/handlers/console.ts'
import { createCustomersHandlers } from '#main/ipc/handlers/customers.ts'
import { createDnsHandlers } from '#main/ipc/handlers/dns.ts'
import { createChangeLogHandlers } from '#main/ipc/handlers/change-log.ts'
import { createDetectedChangesHandlers } from '#main/ipc/handlers/detected-changes.ts'
import { createInventoryHandlers } from '#main/ipc/handlers/inventory.ts'
import { createListCsvHandlers } from '#main/ipc/handlers/list-csv.ts'
import { createOpenapiHandlers } from '#main/ipc/handlers/openapi.ts'
import { createOrdersHandlers } from '#main/ipc/handlers/orders.ts'
import { createSavedViewsHandlers } from '#main/ipc/handlers/saved-views.ts'
import { createDomainSnapshotsHandlers } from '#main/ipc/handlers/domain-snapshots.ts'
import { createServersHandlers } from '#main/ipc/handlers/servers.ts'
import { createSyncHandlers } from '#main/ipc/handlers/sync.ts'
import { createViewStateHandlers } from '#main/ipc/handlers/view-state.ts'
import { fetchLogEntriesOfWriteCalls } from '#main/api-logs/archive/fetch-writes-since-last-check-from-key-logs.ts'
import { createOpenapiDocumentService, type ChosenFile } from '#main/openapi/openapi-document-service.ts'
import { createPriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import { createIntentBodyCipher } from '#main/orders/journal/intent-body-cipher.ts'
import { findSentRenewalOfDetectedExpiryChange } from '#main/orders/reports/find-sent-renewal-of-detected-expiry-change.ts'
import { createOrdersModule } from '#main/orders/create-orders-module.ts'
import { createDomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'
import { createManualDomainSnapshot } from '#main/snapshots/create-manual-domain-snapshot.ts'
import { createTimeDependentChangesEmitter } from '#main/overview/time-dependent-changes-emitter.ts'
import { saveSshPrivateKey } from '#main/servers/save-ssh-private-key.ts'
import { createServerReadAndChangeRunner } from '#main/servers/server-read-and-change-runner.ts'
import { deleteErrorsOfFormerProxy } from '#main/accounts/delete-errors-of-former-proxy.ts'
import { queryAccountIdsOfSameService } from '#main/accounts/query-account-ids-of-same-service.ts'
import { createKeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import { watchForClockJumps } from '#main/event-loop/watch-for-clock-jumps.ts'
import { createQueryThread } from '#main/query-thread/query-thread.ts'
import { deleteOldDetectedChanges } from '#main/detected-changes/delete-old-detected-changes.ts'
import { storeMemoFromServerMemoCall } from '#main/inventory/servers/store-memo-from-server-memo-call.ts'
import { markChangeOutcomesProvenByReading } from '#main/unknown-outcomes/mark-change-outcomes-proven-by-reading.ts'
import type { TrayIcon } from './tray-icon-port.ts'
import {
  deleteDatabaseRebuildMessage,
  queryDatabaseRebuildMessage,
} from '#main/profile-backup/database-rebuild-message-store.ts'
import { queryDatabaseRebuildTime } from '#main/store/database-rebuild-time-store.ts'
import { startProfileBackupWriter } from '#main/profile-backup/keep-profile-backup-up-to-date.ts'
import { correctTimesOfWrongClock } from './correct-times-of-wrong-clock.ts'
import type { Database } from '#main/store/database.ts'
import { createSettingsStore, type SettingsStore } from '#main/store/settings-store.ts'
import { createSavedViewStore } from '#main/store/saved-view-store.ts'
import { createRestorableViewStateStore } from '#main/store/restorable-view-state-store.ts'
import { createWindowBoundsStore, type WindowBoundsStore } from '#main/store/window-bounds-store.ts'

/** What the services need from outside. */
export interface DatabaseServicesPorts {
  clock: Clock
  random: () => number
  newId: () => string
  secrets: OsKeychain
  /** Chromium's proxy rule for a URL: `DIRECT`, `PROXY host:port`. */
  resolveProxy: (url: string) => Promise<string>
  dnsServers: DnsResolversAndPort
  /**
   * Shows a save dialog and writes the parts of a text. Returns the path, or null if the dialog was closed.
   * `isOwnerOnly`: only the user can read the file. An error of the text is thrown as it is; no file is written then.
   */
  choosePathAndSaveFile: (
    suggestedName: string,
    text: Iterable<string> | AsyncIterable<string>,
    options?: { isOwnerOnly: boolean },
  ) => Promise<string | null>
  /** Shows an open dialog and reads a file of at most `maxBytes`; null if the dialog was closed. */
  chooseAndReadFile: (extensions: string[], maxBytes: number) => Promise<ChosenFile | null>
  /** The file of the thread that reads OpenAPI documents. */
  openapiWorkerUrl: URL
  /** The file of the thread that runs long queries. */
  queryWorkerUrl: URL
  emit: EmitEvent
  notifier: DesktopNotifier
  tray: TrayIcon
  showWindow: () => void
  /** Ends the app as its menu does. */
  quit: () => void
  /** Shows a page in the window, as a click on a notification asks for it. */
  openPage: (link: PageLink) => void
  /** The language of the window. */
  language: () => 'ja' | 'en'
}

/** Everything that needs the open database. */
export interface DatabaseServices {
  handlers: { [Name in Exclude<keyof Handlers, `app.${string}`>]: Handlers[Name] }
  settings: SettingsStore
  windowBounds: WindowBoundsStore
  keychain: KeychainSecretStore
  api: ApiClient
  state(): Pick<
    AppState,
    | 'settings'
    | 'unreadableSettings'
    | 'keychain'
    | 'databaseRebuild'
    | 'databaseRebuiltAt'
    | 'isUnreachable'
    | 'reconnections'
    | 'clockDifferenceMs'
    | 'ipBlocks'
    | 'refusedKeysHolds'
  >
  /** Hosts of the accounts' base URLs. */
  hosts(): ReadonlySet<string>
  start(): void
  /** Starts the thread for long queries before the window asks for the first list. */
  startQueryThread(): void
  /** The user has read that the database was rebuilt. */
  closeDatabaseRebuild(): void
  /**
   * Call it when the database turned out to be damaged: the backup of the profile stays as it is, and the tray does not
   * list what is left of the stored data.
   */
  stopProfileBackupAndTray(): void
  close(): Promise<void>
}

const afterInventoryChangeIntervalMs = 2_000

/** Opens everything that needs the database. `onState`: a part of `state()` changed. */
export function composeDatabaseServices(
  {
    clock,
    random,
    newId,
    secrets,
    resolveProxy,
    dnsServers,
    choosePathAndSaveFile,
    chooseAndReadFile,
    openapiWorkerUrl,
    queryWorkerUrl,
    emit: emitToWindow,
    notifier,
    tray,
    showWindow,
    quit,
    openPage,
    language,
  }: DatabaseServicesPorts,
  database: Database,
  onState: () => void,
): DatabaseServices {
  const closing = new AbortController()
  correctTimesOfWrongClock(database, clock.now())
  const annotationBackup = restoreAnnotationBackupAndStartWriter({
    database,
    clock,
    onError: (error) => console.error('annotation backup:', toAppError(error).kind),
  })
  const profileBackup = startProfileBackupWriter({
    database,
    clock,
    onError: (error) => console.error('profile backup:', toAppError(error).kind),
  })
  /** Emits to the window. After an event that may change tags or notes, also starts their backup. */
  const emit: EmitEvent = (name, payload) => {
    if (name === 'logs.changed' || name === 'accounts.changed') apiLogs.lists.invalidate()
    emitToWindow(name, payload)
    if ((name === 'annotations.changed' || name === 'accounts.changed') && !closing.signal.aborted)
      annotationBackup.scheduleWrite()
    if (name === 'accounts.changed') {
      timeDependentChanges.noteStoredDataChanged()
      jobs.noteKeysChanged()
    }
    attentionWatchers.triggerAfterEvent(name)
  }
  let databaseRebuild = queryDatabaseRebuildMessage(database)
  const databaseRebuiltAt = queryDatabaseRebuildTime(database)
  const settings = createSettingsStore(database)
  const windowBounds = createWindowBoundsStore({ database, clock })
  const keychain = createKeychainSecretStore({ store: secrets, database, clock, newId })
  const accounts = createAccounts({
    database,
    keychain,
    clock,
    newId,
    emit,
    api: () => api,
    openOrders: () => orders.listOpenOrders(),
    openJobItems: (accountId) => jobs.openItemsOf(accountId),
    onEdited,
    onProxyChanged(accountId) {
      sync.onProxyChanged(accountId)
      api.forgetConnectionFailures(accountId)
      deleteErrorsOfFormerProxy(database, accountId)
      emit('inventory.changed', { accountId, domain: null })
      emit('logs.changed', {})
    },
    onMerged: () => orders.onAccountsMerged(),
    onDataDeletedOrMoved() {
      emit('inventory.changed', { accountId: null, domain: null })
      emit('annotations.changed', {})
      emit('logs.changed', {})
      afterInventoryChange.trigger()
    },
    responsiveness: (accountId) => sync.responsiveness(accountId),
  })
  const api: ApiClient = createApiClient({
    accounts,
    database,
    clock,
    random,
    transport: createTransport({ resolveProxy }),
    isOffline: () => settings.get().isOffline,
    onQuotaUsage(usages) {
      emit('quota.changed', usages)
      jobs.noteQuotaUsage(usages)
      orders.noteQuotaUsage(usages)
    },
    onReading(reading) {
      try {
        storeMemoFromServerMemoCall(reading, inventory.storeServerMemo)
        markChangeOutcomesProvenByReading({ changeLog, snapshots, jobs }, reading)
      } catch (error) {
        // The data that were read are more important to the caller than the stored memo and the history. The next
        // reading sets both.
        if (!isAppError(error)) throw error
      }
    },
    onRequestEnded(request) {
      try {
        if (markLogEntryOfEndedRequest(database, request)) emit('logs.changed', {})
      } catch (error) {
        // The next reading of the log sets the mark.
        if (!isAppError(error)) throw error
      }
    },
    onIpBlock() {
      onState()
      attentionWatchers.trigger()
    },
    onClockDifference: onState,
    onResponsiveness() {
      sync.notifyResponsivenessChanged()
      accounts.emitChanged()
    },
    onReachedWithoutProxy: () => orders.endHoldsByEndedErrors(),
    onReachability() {
      onState()
      orders.retryPendingSendings()
      jobs.wake()
    },
  })
  function onEdited(): void {
    sync.onAccountsEdited()
    syncScheduler.startDueSyncs()
    pendingStatusPoller.readDueLists()
    api.checkAccounts()
    orders.retryPendingSendings()
    jobs.wake()
  }

  const queryThread = createQueryThread({ database, workerUrl: queryWorkerUrl })
  const { queries } = queryThread
  const inventory = createInventoryStore({
    database,
    queries,
    clock,
    emit(name, payload) {
      emit(name, payload)
      if (name === 'inventory.changed') afterInventoryChange.trigger()
    },
  })
  const visible = createVisibleResourceTracker()
  const sync = createSyncRunner({
    visible,
    api,
    inventory,
    accounts,
    database,
    clock,
    emit,
    settings,
    fetchLogEntriesOfWriteCalls: (accountId, signal) =>
      fetchLogEntriesOfWriteCalls({ api, database, clock, emit }, accountId, signal),
    computeRetryTimes: (progress) => failedSyncRetrier.computeRetryTimes(progress),
    remainingCallsOfDomainJobs: () => jobs.remainingCallsByAccount('domain'),
  })
  const refresh = createOnDemandDetailRefresher({ api, inventory, clock })
  const nameserverAnswerComparer = createNameserverAnswerComparer({
    network: dnsServers,
    inventory,
    isOffline: () => settings.get().isOffline,
    clock,
    emit,
  })
  const snapshots = createDomainSnapshotStore({ database, clock, newId })
  const changeLog = createChangeLog({ database, clock, newId, emit })
  const runByDomain = createKeyedTaskQueue()
  const runByServer = createKeyedTaskQueue()
  const recordEditor = createSingleRecordEditor({
    api,
    inventory,
    refresh,
    snapshots,
    changeLog,
    clock,
    closing: closing.signal,
    runByDomain,
    findUnfinishedJobThatStartedOn: (domain) => jobs.findUnfinishedJobThatStartedOn(domain),
  })
  const cipher = createIntentBodyCipher({ keychain, database, newId, randomBytes })
  const {
    plans,
    jobs,
    handlers: planAndJobHandlers,
  } = composePlansAndJobs({
    api,
    accounts,
    inventory,
    snapshots,
    changeLog,
    cipher,
    database,
    clock,
    newId,
    emit,
    settings,
    choosePathAndSaveFile,
    runByDomain,
    runByServer,
  })
  const openapi = createOpenapiDocumentService({
    database,
    clock,
    newId,
    baseUrlOf: (accountId) => accounts.get(accountId).baseUrl,
    chooseAndReadFile,
    workerUrl: openapiWorkerUrl,
  })
  const consoleStore = createConsoleHistoryAndSavedRequestStore({ database, clock, newId })
  const requestConsole = createConsoleRequestService({
    api,
    accounts,
    store: consoleStore,
    changeLog,
    clock,
    newId,
    emit,
    runByDomain,
    runByServer,
    findUnfinishedJobThatStartedOn: jobs.findUnfinishedJobThatStartedOn,
    choosePathAndSaveFile,
  })
  const apiLogs = composeApiLogs({
    api,
    accounts,
    database,
    queries,
    clock,
    emit,
    settings,
    keychain,
    choosePathAndSaveFile,
  })
  const orders = createOrdersModule({
    hasErrorCauseEnded: createHasErrorCauseEnded({
      isOffline: () => settings.get().isOffline,
      accounts,
      keychain,
      isReachedWithoutProxy: api.isReachedWithoutProxy,
    }),
    bodyCipher: cipher,
    api,
    accounts,
    inventory,
    database,
    folder: dirname(database.path),
    clock,
    random,
    newId,
    emit,
    choosePathAndSaveFile,
    onListOutdated: (accountId) => sync.start([accountId]),
  })

  const attentionWatchers = composeAttentionWatchers({
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
  })

  /** Throttled, because a sync changes rows many times per second. */
  const afterInventoryChange = createThrottle(clock, afterInventoryChangeIntervalMs, () => {
    if (closing.signal.aborted) return
    orders.onListsChanged()
    // Each account states its number of domains and servers.
    accounts.emitChanged()
  })

  /** Health, expiry warnings and staleness change as time passes, so the views are refreshed then, and at intervals. */
  const timeDependentChanges = createTimeDependentChangesEmitter({
    database,
    clock,
    closing: closing.signal,
    emit() {
      accounts.emitChanged()
      emit('inventory.changed', { accountId: null, domain: null })
    },
  })

  async function deleteOldEntriesDaily(): Promise<void> {
    while (!closing.signal.aborted) {
      await deleteOldDetectedChanges(database, clock.now(), closing.signal)
      await attentionWatchers.deleteOldNotifications()
      await clock.sleep(dayMs, closing.signal)
    }
  }

  async function finishInterruptedMerges(): Promise<void> {
    const accountIds = await accounts.finishInterruptedMerges()
    if (!closing.signal.aborted) sync.start(accountIds)
  }

  const keychainReadinessPoller = createKeychainReadinessPoller({ keychain, clock, closing: closing.signal })

  /** Continues work that waited for an open keychain. */
  function onKeychainChange(): void {
    // The first check may end after the app and its database were closed.
    if (closing.signal.aborted) return
    if (keychain.state().state !== 'ready') return keychainReadinessPoller.pollUntilReady()
    void accounts.migrateKeysWithoutOrigin()
    try {
      sync.retrySyncsFailedByKeychain()
    } catch (error) {
      // The database cannot be written now. The keychain call itself has succeeded, so its caller must not fail.
      if (!isAppError(error)) throw error
    }
  }

  keychain.onChange(onKeychainChange)
  for (const onChange of [settings.onChange, keychain.onChange]) {
    onChange(() => {
      onState()
      orders.retryPendingSendings()
      jobs.wake()
      syncScheduler.startDueSyncs()
      pendingStatusPoller.readDueLists()
    })
  }

  /** Shows the times anew that were computed before the jump. */
  function onClockJump(jumpMs: number): void {
    correctTimesOfWrongClock(database, clock.now())
    api.noteClockJump(jumpMs)
    orders.noteClockJump()
    timeDependentChanges.noteClockJump()
    onState()
  }

  const savedViews = createSavedViewStore({ database, clock, newId })
  const customers = createCustomerReports({
    queries,
    domainRows: (ids) => inventory.domainRows(ids, null),
    serverRow: (accountId, name) => queryServerRow(database, accountId, name),
    priceLists: createPriceAndHostingPlanLists({ api, database }),
    keysByAccount: accounts.keysByAccount,
  })
  const listCsvExports = createListCsvExporter({
    inventory,
    openCustomerResources: customers.openItems,
    clock,
    emit,
    choosePathAndSaveFile,
    accountLabels: () => new Map(accounts.list().map(({ id, label }) => [id, label])),
  })

  const state = () => ({
    settings: settings.get(),
    unreadableSettings: [...settings.listUnreadableNames()],
    keychain: keychain.state(),
    databaseRebuild,
    databaseRebuiltAt,
    isUnreachable: api.isUnreachable(),
    reconnections: api.reconnections(),
    clockDifferenceMs: api.clockDifferenceMs(),
    ipBlocks: api.ipBlocks(),
    refusedKeysHolds: api.refusedKeysHolds(),
  })
  const syncScheduler = createSyncScheduler({ sync, accounts, database, clock, state, closing: closing.signal })
  const failedSyncRetrier = createFailedSyncRetrier({ sync, accounts, clock, state, closing: closing.signal })
  const pendingStatusPoller = createPendingStatusPoller({
    api,
    inventory,
    accounts,
    sync,
    database,
    clock,
    state,
    closing: closing.signal,
  })

  return {
    handlers: {
      ...createViewStateHandlers({ viewState: createRestorableViewStateStore(database) }),
      ...createSavedViewsHandlers({ views: savedViews }),
      ...createAccountsHandlers({ accounts, api, database }),
      ...createInventoryHandlers({
        inventory,
        refresh,
        sync,
        accounts,
        overview: (accountIds) =>
          queries.overview({ accountIds, responsivenessByAccount: sync.responsivenessByAccount(), now: clock.now() }),
        neverReadCounts: (filter, searchesNameservers) =>
          queries.neverReadCounts(accounts.keysByAccount(), filter, clock.now(), { searchesNameservers }),
        readingPlans: (accountIds) =>
          listDetailReadingPlans({ queries, accounts, api, sync, clock, settings: settings.get }, accountIds),
      }),
      ...createListCsvHandlers({
        ...listCsvExports,
        cancel(exportId) {
          listCsvExports.cancel(exportId)
          apiLogs.csvExporter.cancel(exportId)
        },
      }),
      ...createAnnotationsHandlers({
        annotations: createAnnotationStore({ database, emit }),
        csv: createAnnotationCsvExporterAndImporter({
          database,
          clock,
          newId,
          emit,
          choosePathAndSaveFile,
          chooseAndReadFile,
        }),
      }),
      ...createCustomersHandlers({
        reports: customers,
        customerRenamer: createCustomerRenamer({ database, views: savedViews, emit }),
      }),
      ...createServersHandlers({
        operations: createServerReadAndChangeRunner({
          api,
          inventory,
          changeLog,
          clock,
          closing: closing.signal,
          runByServer,
        }),
        saveSshPrivateKey: (input) => saveSshPrivateKey({ inventory, choosePathAndSaveFile }, input),
      }),
      ...createSyncHandlers({ sync, visible, unfinishedProcedures: pendingStatusPoller.list }),
      ...createDnsHandlers({
        recordEditor,
        nameserverAnswerComparer,
        exportZone: (input) => exportZone({ inventory, snapshots, choosePathAndSaveFile }, input),
      }),
      ...planAndJobHandlers,
      ...apiLogs.handlers,
      ...createOpenapiHandlers({ openapi }),
      ...createOrdersHandlers({ orders }),
      ...createDomainSnapshotsHandlers({
        snapshots,
        createManualDomainSnapshot: (accountId, domain) =>
          createManualDomainSnapshot({ api, inventory, snapshots }, accountId, domain),
      }),
      ...createChangeLogHandlers({
        changeLog,
        exportCsv: (filter, labels) => exportChangeLogCsv({ changeLog, clock, choosePathAndSaveFile }, filter, labels),
      }),
      ...createDetectedChangesHandlers({
        queryDetectedChanges: queries.detectedChanges,
        findSentOrder: (change) =>
          findSentRenewalOfDetectedExpiryChange(
            orders.intents,
            change,
            queryAccountIdsOfSameService(database, change.accountId),
          ),
      }),
      ...createConsoleHandlers({ console: requestConsole, store: consoleStore }),
      ...createApiReadCallHandlers(api),
    },
    settings,
    windowBounds,
    keychain,
    api,
    state,
    hosts: () => new Set(accounts.list().flatMap(({ baseUrl }) => URL.parse(baseUrl)?.host ?? [])),
    start() {
      void keychain.checkState().then(onKeychainChange)
      timeDependentChanges.start().catch(() => undefined)
      watchForClockJumps({ clock, closing: closing.signal, onJump: onClockJump }).catch((error: unknown) =>
        console.error('clock jump:', error),
      )
      deleteOldEntriesDaily().catch((error: unknown) => {
        // The next start deletes them.
        if (!isAppError(error) && !closing.signal.aborted) console.error('old entries:', error)
      })
      sync.resume()
      finishInterruptedMerges().catch((error: unknown) => {
        if (!isAppError(error) && !closing.signal.aborted) console.error('interrupted merges:', error)
      })
      orders.onListsChanged()
      jobs.start()
      apiLogs.archive.start()
      // A choice to work offline, or to pause an account, may be newer than the backup.
      orders.runs.start({ isPaused: settings.listUnreadableNames().length > 0 || databaseRebuild !== null })
      const isSyncDue = settings.get().syncsAtStart || databaseRebuild !== null
      if (isSyncDue && !settings.get().isOffline) sync.start(null)
      attentionWatchers.trigger()
      syncScheduler.start()
      failedSyncRetrier.start()
      pendingStatusPoller.start()
    },
    startQueryThread: queryThread.start,
    closeDatabaseRebuild() {
      deleteDatabaseRebuildMessage(database)
      databaseRebuild = null
      onState()
    },
    stopProfileBackupAndTray() {
      profileBackup.stop()
      attentionWatchers.stopTray()
    },
    async close() {
      closing.abort()
      listCsvExports.close()
      apiLogs.csvExporter.close()
      windowBounds.flush()
      nameserverAnswerComparer.close()
      plans.close()
      apiLogs.lists.close()
      try {
        await attentionWatchers.close()
        await sync.close()
        await pendingStatusPoller.close()
        // The API client waits a few seconds for paid calls in flight. A call that takes longer is cut off, and settled
        // at the next start.
        const ends = await Promise.allSettled([
          orders.close(),
          jobs.close(),
          apiLogs.archive.close(),
          api.close(),
          openapi.close(),
          queryThread.close(),
        ])
        accounts.close()
        for (const end of ends) if (end.status === 'rejected') throw end.reason
      } finally {
        await annotationBackup.close()
        await profileBackup.close()
        database.close()
      }
    },
  }
}
