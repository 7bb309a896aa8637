import { z } from 'zod'
import type { Database } from '#main/store/database.ts'
import { readSetting, saveSetting } from '#main/store/settings.ts'
import { parseJson } from '#main/store/stored-error.ts'

const namesSchema = z.array(z.string())
const rowName = 'keychain_leftovers'

/**
 * Names in the keychain that no key uses, or may not use yet: written down before a secret is stored and together with the
 * removal of its key, so that nothing is left behind unknown when the app ends in between.
 */
export function createLeftovers(database: Database) {
  /** A list that cannot be read any more is empty: its secrets stay in the keychain, unused. */
  const list = (): string[] => namesSchema.safeParse(parseJson(readSetting(database, rowName) ?? '[]')).data ?? []
  return {
    list,
    note: (ids: readonly string[]) => saveSetting(database, rowName, JSON.stringify([...new Set([...list(), ...ids])])),
    strike: (ids: readonly string[]) => saveSetting(database, rowName, JSON.stringify(list().filter((id) => !ids.includes(id)))),
  }
}
