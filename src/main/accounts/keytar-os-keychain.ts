import type { OsKeychain } from './os-keychain-port.ts'

type Keytar = typeof import('keytar')

/**
 * The system's keychain through keytar, under one service name. keytar is loaded at the first call. If the system
 * library that keytar needs is missing, only that call fails, not the start of the app. Never list the keychain: on a
 * locked keychain, listing ends the process.
 */
export function createKeytarOsKeychain({ service }: { service: string }): OsKeychain {
  async function keytar(): Promise<Keytar> {
    const loaded = (await import('keytar')) as unknown as { default: Keytar }
    return loaded.default
  }
  return {
    get: async (id) => (await keytar()).getPassword(service, id),
    set: async (id, secret) => (await keytar()).setPassword(service, id, secret),
    async delete(id) {
      await (await keytar()).deletePassword(service, id)
    },
  }
}
