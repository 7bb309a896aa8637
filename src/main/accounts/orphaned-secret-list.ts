import { z } from 'zod'
import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

const namesSchema = z.array(z.string())
const rowName = 'keychain_leftovers'

/**
 * Lists the keychain items that no key or proxy uses. A name is added twice: before its secret is stored, and when its
 * key or proxy is removed (in the same transaction). So the app knows every unused secret, even if the app ends in
 * between.
 */
export function createOrphanedSecretList(database: Database) {
  /** A list that cannot be parsed counts as empty: its secrets stay in the keychain, unused. */
  const list = (): string[] =>
    namesSchema.safeParse(parseJsonOrNull(querySetting(database, rowName) ?? '[]')).data ?? []
  return {
    list,
    add: (ids: readonly string[]) => storeSetting(database, rowName, JSON.stringify([...new Set([...list(), ...ids])])),
    remove: (ids: readonly string[]) =>
      storeSetting(database, rowName, JSON.stringify(list().filter((id) => !ids.includes(id)))),
  }
}
