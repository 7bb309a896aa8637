import type { SecretStore } from './secret-store.ts'

type Keytar = typeof import('keytar')

/**
 * The system's keychain through keytar, under one service name. Loaded at the first call: where the system lacks the library
 * behind it, that call fails instead of the app. Nothing here may list the keychain: listing a locked one ends the process.
 */
export function createKeytarStore({ service }: { service: string }): SecretStore {
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
