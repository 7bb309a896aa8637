import type { AppState, KeychainState, Settings } from '#shared/ipc/app.ts'
import type { CommandParsed } from '#shared/ipc/contract.ts'
import type { WireError } from '#shared/app-error.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

/** What works without a database too: the ports of a part that is not there yet answer what remains. */
export interface AppHandlerPorts {
  state(): AppState
  saveSettings(changes: CommandParsed<'app.saveSettings'>): Settings
  checkKeychain(): Promise<KeychainState>
  /** Answers the error that remains. */
  retryDatabase(): Promise<WireError | null> | WireError | null
  /** Answers the path that the file was moved to; null where there was none. */
  setDatabaseAside(): Promise<string | null> | string | null
  resumeCalls(): void
  /** Throws invalid_input for an address that the app does not open. */
  openExternal(url: string): Promise<void> | void
}

export function createAppHandlers(ports: AppHandlerPorts): HandlersOf<'app'> {
  return {
    'app.state': () => ports.state(),
    'app.saveSettings': (changes) => ports.saveSettings(changes),
    'app.checkKeychain': () => ports.checkKeychain(),
    'app.retryDatabase': () => ports.retryDatabase(),
    'app.setDatabaseAside': async () => ({ movedTo: await ports.setDatabaseAside() }),
    'app.resumeCalls': () => {
      ports.resumeCalls()
      return null
    },
    'app.openExternal': async ({ url }) => {
      await ports.openExternal(url)
      return null
    },
  }
}
