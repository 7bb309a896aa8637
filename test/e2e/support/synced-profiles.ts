import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import keytar from 'keytar'
import type { Simulator } from '#simulator/start-simulator.ts'
import { callMain } from './call-main.ts'
import type { LaunchOptions, LaunchedApp } from './launch-app.ts'
import { addAccountByCommands, startSync, waitUntilSynced } from './user-steps.ts'

/** The name under which the app stores its items in the keychain. */
const service = 'Banto'

export interface SyncedAccounts {
  simulator: Simulator
  /** Labels of accounts, and the API key of each. */
  accounts: Record<string, string>
  /** Waits until a started sync has read what the profile shall hold. By default, until the sync has ended. */
  waitUntilRead?: (page: Page) => Promise<void>
}

interface SyncedProfile {
  folder: string
  /** The items of the profile in the keychain, by name. */
  keychainItems: ReadonlyMap<string, string>
}

export interface SyncedProfiles {
  /**
   * Copies a profile with these accounts into an empty folder. The first call for these accounts creates and syncs the
   * profile.
   */
  copyTo(folder: string, contents: SyncedAccounts): Promise<void>
  close(): void
}

/**
 * Profiles with accounts whose lists and details are read. A test that starts with such accounts starts on a copy,
 * because adding and reading them takes more processor time than the start of the app.
 */
export function createSyncedProfiles(launch: (options: LaunchOptions) => Promise<LaunchedApp>): SyncedProfiles {
  const root = mkdtempSync(join(tmpdir(), 'banto-profiles-'))
  const profiles = new Map<string, SyncedProfile>()

  async function create(
    folder: string,
    { simulator, accounts, waitUntilRead = waitUntilSynced }: SyncedAccounts,
  ): Promise<SyncedProfile> {
    const app = await launch({ profile: folder })
    try {
      for (const [label, secret] of Object.entries(accounts))
        await addAccountByCommands(app.page, { label, url: simulator.url, keys: [{ label: 'all', secret }] })
      await startSync(app.page)
      await waitUntilRead(app.page)
      // The start on a copy would read the lists again.
      await callMain(app.page, 'app.saveSettings', { syncsAtStart: false })
    } finally {
      await app.close()
    }
    return { folder, keychainItems: await readKeychainItems(folder) }
  }

  return {
    async copyTo(folder, contents) {
      const { simulator, accounts } = contents
      if (simulator.ledger.requests.length > 0) throw new Error('The simulator was called before the profile is copied')
      // A world may have domains that expire some days from today.
      const key = JSON.stringify([simulator.url, simulator.world.today(), accounts])
      let profile = profiles.get(key)
      if (profile === undefined) {
        profile = await create(join(root, String(profiles.size)), contents)
        profiles.set(key, profile)
        // The first test that uses the profile gets the same simulator as the others.
        simulator.reset()
      }
      cpSync(profile.folder, folder, { recursive: true })
      // An earlier test may have removed an account, and its keys from the keychain.
      for (const [name, value] of profile.keychainItems) await keytar.setPassword(service, name, value)
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}

async function readKeychainItems(folder: string): Promise<Map<string, string>> {
  const database = new DatabaseSync(join(folder, 'banto.db'), { readOnly: true })
  const rows = database
    .prepare(
      `select secret_id as name from api_key union all select value from setting where name = 'keychain_sentinel'`,
    )
    .all()
  database.close()
  const items = new Map<string, string>()
  for (const { name } of rows) {
    const value = await keytar.getPassword(service, String(name))
    if (value === null) throw new Error(`The keychain does not hold ${String(name)}`)
    items.set(String(name), value)
  }
  return items
}
