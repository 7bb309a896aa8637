import type { OsKeychain } from '#main/accounts/os-keychain-port.ts'

/** A keychain that answers at once. The keychain of the operating system would be too slow for a fast clock. */
export function createKeychainInMemory(): OsKeychain {
  const secrets = new Map<string, string>()
  return {
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, secret) => void secrets.set(name, secret),
    delete: async (name) => void secrets.delete(name),
  }
}
