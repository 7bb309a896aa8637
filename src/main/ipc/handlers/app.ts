import type { AppState, KeychainState, Settings } from '#shared/ipc/app-state-and-settings.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { WireError } from '#shared/app-error.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

/** Commands that also work without a database. */
export interface AppHandlersDeps {
  state(): AppState
  saveSettings(changes: ParsedCommandInput<'app.saveSettings'>): Settings
  checkKeychain(): Promise<KeychainState>
  /** Returns the remaining error; null if the database is open. */
  retryDatabase(): Promise<WireError | null> | WireError | null
  /** Returns the remaining error; null if the database is open. */
  rebuildDatabase(): Promise<WireError | null> | WireError | null
  /** Returns the path that the file was moved to; null if there was no file. */
  setDatabaseAside(): Promise<string | null> | string | null
  closeDatabaseRebuild(): void
  resumeCalls(): void
  /** Returns the page to open and forgets it, so that the next call returns null. */
  takePageLink(): PageLink | null
  /** Throws `invalid_input` for a URL that the app does not open. */
  openExternal(url: string): Promise<void> | void
}

export function createAppHandlers(ports: AppHandlersDeps): HandlersOf<'app'> {
  return {
    'app.state': () => ports.state(),
    'app.saveSettings': (changes) => ports.saveSettings(changes),
    'app.checkKeychain': () => ports.checkKeychain(),
    'app.retryDatabase': () => ports.retryDatabase(),
    'app.rebuildDatabase': () => ports.rebuildDatabase(),
    'app.setDatabaseAside': async () => ({ movedTo: await ports.setDatabaseAside() }),
    'app.closeDatabaseRebuild': () => {
      ports.closeDatabaseRebuild()
      return null
    },
    'app.resumeCalls': () => {
      ports.resumeCalls()
      return null
    },
    'app.takePageLink': () => ports.takePageLink(),
    'app.openExternal': async ({ url }) => {
      await ports.openExternal(url)
      return null
    },
  }
}
