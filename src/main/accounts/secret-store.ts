/**
 * Where secrets are kept: the operating system's keychain. `get` answers null for what is not there, and on some systems
 * also for what is locked away: a null proves nothing.
 */
export interface SecretStore {
  get(id: string): Promise<string | null>
  set(id: string, secret: string): Promise<void>
  /** Deleting what is not there is no error. */
  delete(id: string): Promise<void>
}

/** How the names of items begin, by what they hold. An API key of a former version has a name without a prefix. */
export const keychainItemPrefixes = { key: 'key-', sentinel: 'sentinel-', dataKey: 'orders-' } as const
