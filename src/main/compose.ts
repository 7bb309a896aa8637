import { join } from 'node:path'
import pLimit from 'p-limit'
import { isAppError, toWireError, type AppError } from '#shared/errors.ts'
import { defaultSettings, type AppState, type Settings } from '#shared/ipc/app.ts'
import { createAppHandlers } from './ipc/handlers/app.ts'
import type { Emit } from './ipc/handlers.ts'
import { createRouter, type Router } from './ipc/router.ts'
import { hasOrderRecords } from './orders/journal/open-journal.ts'
import { openOffice, type Office, type OfficePorts } from './office.ts'
import { hasContent, setDatabaseAside } from './store/database-file.ts'
import { openDatabase } from './store/database.ts'
import { watchDamage } from './store/watch-damage.ts'

export interface MainPorts extends OfficePorts {
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
  isHanging(): boolean
}

/** The whole main process but for Electron. Without a usable database only `app.*` commands work, and say why. */
export function composeMain(ports: MainPorts): Main {
  const { clock } = ports
  const path = join(ports.profile, 'banto.db')
  let office: Office | null = null
  let databaseError: AppError | null = null
  let isHanging = false

  /** A window that is just going takes no message: nobody who has something to tell stumbles over that. */
  const emit: Emit = (name, payload) => {
    try {
      ports.emit(name, payload)
    } catch (thrown) {
      console.error(`${name}:`, thrown)
    }
  }

  /** Opening and closing follow each other. */
  const inTurn = pLimit(1)

  /** `mayCreate`: a profile that was used gets an empty database too. */
  function open({ mayCreate = false } = {}): AppError | null {
    try {
      const wasUsed = hasOrderRecords(ports.profile) || hasContent(`${path}-wal`)
      const database = watchDamage(openDatabase(path, undefined, { mustExist: wasUsed && !mayCreate }), (error) => {
        if (office === opened) meetDamage(error)
      })
      const opened = openOffice({ ...ports, emit }, database, tellState)
      office = opened
      databaseError = null
    } catch (error) {
      if (!isAppError(error)) throw error
      databaseError = error
    }
    return databaseError
  }

  /** Met while running: the window shows it as it would at start, with the ways out. */
  function meetDamage(error: AppError): void {
    databaseError = error
    tellState()
  }

  function state(): AppState {
    return {
      version: ports.version,
      platform: ports.platform,
      profile: ports.profile,
      systemLanguage: ports.systemLanguage,
      databaseError: databaseError && toWireError(databaseError),
      ...(office?.state() ?? {
        settings: defaultSettings,
        unreadableSettings: [],
        keychain: { state: 'ready', error: null },
        isUnreachable: false,
        addressBlock: null,
        callHold: null,
      }),
    }
  }

  function tellState(): void {
    const now = state()
    ports.onTheme(now.settings.theme)
    emit('app.changed', now)
  }

  async function reopen(options?: { mayCreate: boolean }): Promise<AppError | null> {
    if (office && !databaseError) return null
    await close()
    const error = open(options)
    if (!error) start()
    tellState()
    return error
  }

  function start(): void {
    office?.start()
  }

  async function close(): Promise<void> {
    const closing = office
    office = null
    await closing?.close().catch((thrown: unknown) => {
      // What could not be written any more is what damage costs; the file is closed.
      if (!isAppError(thrown, 'database_damaged')) throw thrown
    })
    if (closing) isHanging = closing.keychain.isHanging()
  }

  const appHandlers = createAppHandlers({
    state,
    saveSettings: (changes) => theOffice().settings.save(changes),
    checkKeychain: () => theOffice().keychain.check(),
    retryDatabase: async () => {
      const error = await inTurn(() => reopen())
      return error && toWireError(error)
    },
    setDatabaseAside: () => inTurn(async () => {
      await close()
      const movedTo = setDatabaseAside(path, clock.now())
      const error = await reopen({ mayCreate: true })
      if (error) throw error
      return movedTo
    }),
    resumeAddress: () => theOffice().api.resumeAddress(),
    openExternal: (url) => ports.openExternal(url, theOffice().hosts()),
  })

  function theOffice(): Office {
    if (office) return office
    throw databaseError as AppError
  }

  open()
  ports.onTheme(state().settings.theme)
  return {
    router: createRouter(
      () => ({ ...appHandlers, ...office?.handlers }),
      (name, thrown) => console.error(`${name}:`, thrown),
    ),
    start,
    close: () => inTurn(close),
    isHanging: () => isHanging,
  }
}
