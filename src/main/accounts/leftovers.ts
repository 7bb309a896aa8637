import type { Database } from '#main/store/database.ts'
import { readSetting, saveSetting } from '#main/store/settings.ts'

const rowName = 'keychain_leftovers'

/**
 * Names in the keychain that no key uses, or may not use yet: written down before a secret is stored and together with the
 * removal of its key, so that nothing is left behind unknown when the app ends in between.
 */
export function createLeftovers(database: Database) {
  const list = (): string[] => JSON.parse(readSetting(database, rowName) ?? '[]') as string[]
  return {
    list,
    note: (ids: readonly string[]) => saveSetting(database, rowName, JSON.stringify([...new Set([...list(), ...ids])])),
    strike: (ids: readonly string[]) => saveSetting(database, rowName, JSON.stringify(list().filter((id) => !ids.includes(id)))),
  }
}
