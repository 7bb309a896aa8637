import { z } from 'zod'
import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

const namesSchema = z.array(z.string())
const rowName = 'keychain_leftovers'

/**
 * Names in the keychain that no key uses, or may not use yet: written down before a secret is stored and together with the
 * removal of its key, so that nothing is left behind unknown when the app ends in between.
 */
export function createOrphanedSecrets(database: Database) {
  /** A list that cannot be read any more is empty: its secrets stay in the keychain, unused. */
  const list = (): string[] => namesSchema.safeParse(parseJsonOrNull(querySetting(database, rowName) ?? '[]')).data ?? []
  return {
    list,
    add: (ids: readonly string[]) => storeSetting(database, rowName, JSON.stringify([...new Set([...list(), ...ids])])),
    remove: (ids: readonly string[]) => storeSetting(database, rowName, JSON.stringify(list().filter((id) => !ids.includes(id)))),
  }
}
