import type { SecretStore } from './secret-store.ts'

type Keytar = typeof import('keytar')

/**
 * The system's keychain through keytar, under one service name. keytar is loaded at the first call: without the system library that it needs,
 * that call fails instead of the app. Never list the keychain: on a locked keychain, listing ends the process.
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
