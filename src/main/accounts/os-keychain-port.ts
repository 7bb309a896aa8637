/**
 * The operating system's keychain. `get` returns null for a missing item, and on some systems also for an item in a
 * locked keychain. So a null does not prove that the item is missing.
 */
export interface OsKeychain {
  get(id: string): Promise<string | null>
  set(id: string, secret: string): Promise<void>
  /** Deleting a missing item is not an error. */
  delete(id: string): Promise<void>
}

/** Prefixes of item names, by content. An API key of an earlier version has a name without a prefix. */
export const keychainItemPrefixes = { key: 'key-', proxy: 'proxy-', sentinel: 'sentinel-', dataKey: 'orders-' } as const
