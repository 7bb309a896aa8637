import { join } from 'node:path'
import pLimit from 'p-limit'
import { isAppError, toWireError, type AppError } from '#shared/app-error.ts'
import { defaultSettings, type AppState, type Settings } from '#shared/ipc/app.ts'
import { createAppHandlers } from '#main/ipc/handlers/app.ts'
import type { Emit } from '#main/ipc/handler-types.ts'
import { createRouter, type Router } from '#main/ipc/router.ts'
import { hasOrderRecords } from '#main/orders/journal/open-journal.ts'
import { openWorkspace, type Workspace, type WorkspacePorts } from './workspace.ts'
import { isNonEmptyFile, moveDatabaseAside } from '#main/store/database-file.ts'
import { openDatabase } from '#main/store/database.ts'
import { reportDatabaseDamage } from '#main/store/report-database-damage.ts'

export interface MainPorts extends WorkspacePorts {
  /** The folder that holds everything but the keys. */
  profile: string
  version: string
  platform: string
  systemLanguage: 'ja' | 'en'
  /** Opens an https address of one of these hosts; throws invalid_input for any other. */
  openExternal: (url: string, hosts: ReadonlySet<string>) => Promise<void>
  onTheme: (theme: Settings['theme']) => void
}

export interface Main {
  router: Router
  /** Begins what goes on by itself: looks at the keychain, goes on with syncs. */
  start(): void
  close(): Promise<void>
  /** After `close`: a call to the keychain still hangs, and would hold the process. */
  hasHungCall(): boolean
}

/** The whole main process but for Electron. Without a usable database only `app.*` commands work, and say why. */
export function composeMain(ports: MainPorts): Main {
  const { clock } = ports
  const path = join(ports.profile, 'banto.db')
  let workspace: Workspace | null = null
  let databaseError: AppError | null = null
  let hasHungKeychainCall = false

  /** A window that is just going takes no message: nobody who has something to tell stumbles over that. */
  const emit: Emit = (name, payload) => {
    try {
      ports.emit(name, payload)
    } catch (thrown) {
      console.error(`${name}:`, thrown)
    }
  }

  /** Opening and closing follow each other. */
  const runInOrder = pLimit(1)

  /** `mayCreate`: a profile that was used gets an empty database too. */
  function open({ mayCreate = false } = {}): AppError | null {
    try {
      const wasUsed = hasOrderRecords(ports.profile) || isNonEmptyFile(`${path}-wal`)
      const database = reportDatabaseDamage(openDatabase(path, undefined, { mustExist: wasUsed && !mayCreate }), (error) => {
        if (workspace === opened) handleDatabaseDamage(error)
      })
      const opened = openWorkspace({ ...ports, emit }, database, emitState)
      workspace = opened
      databaseError = null
    } catch (error) {
      if (!isAppError(error)) throw error
      databaseError = error
    }
    return databaseError
  }

  /** Met while running: the window shows it as it would at start, with the ways out. */
  function handleDatabaseDamage(error: AppError): void {
    databaseError = error
    emitState()
  }

  function state(): AppState {
    return {
      version: ports.version,
      platform: ports.platform,
      profile: ports.profile,
      systemLanguage: ports.systemLanguage,
      databaseError: databaseError && toWireError(databaseError),
      ...(workspace?.state() ?? {
        settings: defaultSettings,
        unreadableSettings: [],
        keychain: { state: 'ready', error: null },
        isUnreachable: false,
        ipBlock: null,
        refusedKeysHold: null,
      }),
    }
  }

  function emitState(): void {
    const now = state()
    ports.onTheme(now.settings.theme)
    emit('app.changed', now)
  }

  async function reopen(options?: { mayCreate: boolean }): Promise<AppError | null> {
    if (workspace && !databaseError) return null
    await close()
    const error = open(options)
    if (!error) start()
    emitState()
    return error
  }

  function start(): void {
    workspace?.start()
  }

  async function close(): Promise<void> {
    const closing = workspace
    workspace = null
    await closing?.close().catch((thrown: unknown) => {
      // What could not be written any more is what damage costs; the file is closed.
      if (!isAppError(thrown, 'database_damaged')) throw thrown
    })
    if (closing) hasHungKeychainCall = closing.keychain.hasHungCall()
  }

  const appHandlers = createAppHandlers({
    state,
    saveSettings: (changes) => requireWorkspace().settings.save(changes),
    checkKeychain: () => requireWorkspace().keychain.check(),
    retryDatabase: async () => {
      const error = await runInOrder(() => reopen())
      return error && toWireError(error)
    },
    setDatabaseAside: () => runInOrder(async () => {
      await close()
      const movedTo = moveDatabaseAside(path, clock.now())
      const error = await reopen({ mayCreate: true })
      if (error) throw error
      return movedTo
    }),
    resumeCalls: () => requireWorkspace().api.resumeCalls(),
    openExternal: (url) => ports.openExternal(url, requireWorkspace().hosts()),
  })

  function requireWorkspace(): Workspace {
    if (workspace) return workspace
    throw databaseError as AppError
  }

  open()
  ports.onTheme(state().settings.theme)
  return {
    router: createRouter(
      () => ({ ...appHandlers, ...workspace?.handlers }),
      (name, thrown) => console.error(`${name}:`, thrown),
    ),
    start,
    close: () => runInOrder(close),
    hasHungCall: () => hasHungKeychainCall,
  }
}
