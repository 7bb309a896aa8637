import { join } from 'node:path'
import pLimit from 'p-limit'
import { isAppError, toWireError, withErrorDetails, type AppError } from '#shared/app-error.ts'
import { defaultSettings, type AppState, type Settings } from '#shared/ipc/app-state-and-settings.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import { createAppHandlers } from '#main/ipc/handlers/app.ts'
import type { EmitEvent } from './event-emitter-port.ts'
import { createCommandRouter, type CommandRouter } from '#main/ipc/command-router.ts'
import { hasJournalFiles } from '#main/orders/journal/open-journal.ts'
import {
  markDatabaseAsDamaged,
  openOrRebuildDatabase,
  readUsableBackup,
} from '#main/profile-backup/open-or-rebuild-database.ts'
import { completeInterruptedDatabaseRebuild } from '#main/profile-backup/rebuild-database-from-backup.ts'
import {
  composeDatabaseServices,
  type DatabaseServices,
  type DatabaseServicesPorts,
} from './compose-database-services.ts'
import { renameUnusableDatabase } from '#main/store/rename-unusable-database.ts'
import { storeKeyRemovalTime } from '#main/store/key-removal-time-store.ts'
import { isNonEmptyFile } from '#main/store/create-and-check-database-file.ts'
import { toDatabaseError } from '#main/store/convert-sqlite-and-file-errors.ts'
import { watchForDatabaseDamage } from '#main/store/watch-for-database-damage.ts'
import { createTrayContent } from '#main/tray/create-tray-content.ts'
import type { WindowBounds } from '#main/store/window-bounds-store.ts'

export interface MainProcessPorts extends Omit<DatabaseServicesPorts, 'openPage' | 'language'> {
  /** The folder that holds all data except the keys. */
  profile: string
  version: string
  platform: string
  systemLanguage: 'ja' | 'en'
  /** Opens an https URL of one of these hosts. Throws `invalid_input` for any other URL. */
  openExternal: (url: string, hosts: ReadonlySet<string>) => Promise<void>
  onTheme: (theme: Settings['theme']) => void
  onLanguage: (language: AppState['systemLanguage']) => void
}

export interface MainProcess {
  router: CommandRouter
  /** Where the window was last; null if that is not known. */
  windowBounds(): WindowBounds | null
  /** Does nothing while the database cannot be used. */
  saveWindowBounds(bounds: WindowBounds): void
  /** Starts background work: the check of the keychain, syncs and unfinished runs of orders. */
  start(): void
  /** Whether closing the window leaves the app running in the tray. */
  keepsRunningInTray(): boolean
  /** Starts the thread for long queries before the window asks for the first list. */
  startQueryThread(): void
  close(): Promise<void>
  /** Read it after `close`. True: a call to the keychain still hangs, and the process would wait for it. */
  hasHungCall(): boolean
}

const announcementIntervalMs = 1_000
const maxAnnouncements = 30

/**
 * Creates the main process without Electron. Without a usable database only `app.*` commands work, and `app.state`
 * reports the reason.
 */
export function composeMainProcess(ports: MainProcessPorts): MainProcess {
  const { clock } = ports
  const path = join(ports.profile, 'banto.db')
  let databaseServices: DatabaseServices | null = null
  let databaseError: AppError | null = null
  let hasHungKeychainCall = false
  let pageLink: PageLink | null = null
  let isStarted = false
  let wasReopened = false

  /** Ignores windows that are closing, so that sending an event never throws. */
  const emit: EmitEvent = (name, payload) => {
    try {
      ports.emit(name, payload)
    } catch (thrown) {
      console.error(`${name}:`, thrown)
    }
  }

  function openPage(link: PageLink): void {
    pageLink = link
    ports.showWindow()
    void announcePageLink(link)
  }

  /** Repeats the event until the window takes the link: a window that is loading, or is busy, may miss an event. */
  async function announcePageLink(link: PageLink): Promise<void> {
    for (let announced = 0; announced < maxAnnouncements && pageLink === link; announced += 1) {
      emit('app.pageLinkReady', {})
      await clock.sleep(announcementIntervalMs)
    }
    // The link is dropped: after this time, the user would no longer expect the page to open.
    if (pageLink === link) pageLink = null
  }

  /** Serializes opening and closing. */
  const runInOrder = pLimit(1)

  /**
   * Opens the database. `replacement`: the user decided to replace a database that is missing or of another program, by
   * an empty one or by one from the backup. Without this decision, the error is reported.
   */
  function open(replacement?: 'empty' | 'backup'): AppError | null {
    try {
      databaseServices = openProfile(replacement)
      databaseError = null
    } catch (thrown) {
      const error = toDatabaseError(thrown, path)
      if (!isAppError(error)) throw error
      databaseError = error
      showTrayWithoutDatabase()
    }
    return databaseError
  }

  function openProfile(replacement?: 'empty' | 'backup'): DatabaseServices {
    completeInterruptedDatabaseRebuild(path)
    const wasUsed = hasJournalFiles(ports.profile) || isNonEmptyFile(`${path}-wal`)
    let opened: DatabaseServices | null = null
    const database = watchForDatabaseDamage(
      openOrRebuildDatabase(path, {
        mustExist: wasUsed && replacement !== 'empty',
        mayReplace: replacement === 'backup',
        now: clock.now(),
      }),
      (error) => {
        const isFoundAtStart = !isStarted
        // What found the damage, and the opening of the profile, end first.
        queueMicrotask(() => {
          if (databaseServices === opened) handleDatabaseDamage(error, isFoundAtStart)
        })
      },
    )
    try {
      // The keys that are added again have logs with entries of this app, whose requests are lost.
      if (replacement === 'empty') storeKeyRemovalTime(database, clock.now())
      opened = composeDatabaseServices(
        { ...ports, emit, openPage, language: () => shownLanguage(state()) },
        database,
        emitState,
      )
      return opened
    } catch (error) {
      database.close()
      throw error
    }
  }

  /**
   * Handles damage that was found after the file was opened. The window shows the page of damage. The next opening
   * rebuilds the database if there is a backup. If the damage is found while the app starts, the app opens the file
   * again at once, one time.
   */
  function handleDatabaseDamage(error: AppError, isFoundAtStart: boolean): void {
    databaseServices?.stopProfileBackupAndTray()
    const backupWrittenAt = markAndFindBackup()
    databaseError = withErrorDetails(error, { backupWrittenAt })
    showTrayWithoutDatabase()
    emitState()
    if (!isFoundAtStart || backupWrittenAt === null || wasReopened) return
    wasReopened = true
    runInOrder(() => reopen()).catch((thrown: unknown) => console.error('reopen:', thrown))
  }

  /**
   * Returns when the usable backup was written; null if there is none, or if the damage cannot be noted for the next
   * opening.
   */
  function markAndFindBackup(): number | null {
    try {
      markDatabaseAsDamaged(path)
      return readUsableBackup(path)?.writtenAt ?? null
    } catch (thrown) {
      console.error('damage:', toWireError(thrown).message)
      return null
    }
  }

  function showTrayWithoutDatabase(): void {
    const language = shownLanguage({ settings: defaultSettings, systemLanguage: ports.systemLanguage })
    ports.tray.show(
      createTrayContent(
        {
          items: null,
          isReadingLists: false,
          isSyncUnanswered: false,
          areCallsHeld: false,
          areOrdersKnown: false,
          hasPausedAccounts: false,
          mayHaveEntriesThatNoKeyReads: false,
          isOffline: false,
          language,
        },
        { openPage, showWindow: ports.showWindow, setOffline: () => undefined, quit: ports.quit },
      ),
    )
  }

  function state(): AppState {
    return {
      version: ports.version,
      platform: ports.platform,
      profile: ports.profile,
      systemLanguage: ports.systemLanguage,
      databaseError: databaseError && toWireError(databaseError),
      ...(databaseServices?.state() ?? {
        settings: defaultSettings,
        unreadableSettings: [],
        keychain: { state: 'ready', error: null },
        databaseRebuild: null,
        databaseRebuiltAt: null,
        isUnreachable: false,
        reconnections: 0,
        clockDifferenceMs: null,
        ipBlocks: [],
        refusedKeysHolds: [],
      }),
    }
  }

  /** Applies theme and language to native parts of the app. */
  function applySettings({ settings, systemLanguage }: AppState): void {
    ports.onTheme(settings.theme)
    ports.onLanguage(shownLanguage({ settings, systemLanguage }))
  }

  function emitState(): void {
    const appState = state()
    applySettings(appState)
    emit('app.changed', appState)
  }

  async function reopen(replacement?: 'empty' | 'backup'): Promise<AppError | null> {
    if (databaseServices && !databaseError) return null
    await close()
    const error = open(replacement)
    if (!error) start()
    emitState()
    return error
  }

  function start(): void {
    try {
      databaseServices?.start()
    } catch (error) {
      // `handleDatabaseDamage` reports it.
      if (!isAppError(error, 'database_damaged')) throw error
    } finally {
      isStarted = true
    }
  }

  async function close(): Promise<void> {
    const closing = databaseServices
    databaseServices = null
    pageLink = null
    await closing?.close().catch((thrown: unknown) => {
      // Data that was not written is lost, because the database is damaged. The file is closed anyway.
      if (!isAppError(thrown, 'database_damaged')) throw thrown
    })
    if (closing) hasHungKeychainCall = closing.keychain.hasHungCall()
  }

  const appHandlers = createAppHandlers({
    state,
    saveSettings: (changes) => requireDatabaseServices().settings.save(changes),
    checkKeychain: () => requireDatabaseServices().keychain.checkState(),
    retryDatabase: async () => {
      const error = await runInOrder(() => reopen())
      return error && toWireError(error)
    },
    rebuildDatabase: async () => {
      const error = await runInOrder(() => reopen('backup'))
      return error && toWireError(error)
    },
    setDatabaseAside: () =>
      runInOrder(async () => {
        await close()
        const movedTo = renameUnusableDatabase(path, clock.now())
        const error = await reopen('empty')
        if (error) throw error
        return movedTo
      }),
    takePageLink() {
      const link = pageLink
      pageLink = null
      return link
    },
    closeDatabaseRebuild: () => requireDatabaseServices().closeDatabaseRebuild(),
    resumeCalls: () => requireDatabaseServices().api.resumeCalls(),
    openExternal: (url) => ports.openExternal(url, requireDatabaseServices().hosts()),
  })

  function requireDatabaseServices(): DatabaseServices {
    if (databaseServices) return databaseServices
    throw databaseError as AppError
  }

  open()
  applySettings(state())
  return {
    router: createCommandRouter(
      () => ({ ...appHandlers, ...databaseServices?.handlers }),
      (name, thrown) => console.error(`${name}:`, thrown),
    ),
    windowBounds: () => databaseServices?.windowBounds.get() ?? null,
    saveWindowBounds: (bounds) => databaseServices?.windowBounds.save(bounds),
    start,
    keepsRunningInTray: () =>
      ports.platform === 'darwin' || (databaseServices?.settings.get().keepsRunningInTray ?? false),
    startQueryThread: () => databaseServices?.startQueryThread(),
    close: () => runInOrder(close),
    hasHungCall: () => hasHungKeychainCall,
  }
}

function shownLanguage({ settings, systemLanguage }: Pick<AppState, 'settings' | 'systemLanguage'>): 'ja' | 'en' {
  return settings.language === 'system' ? systemLanguage : settings.language
}
