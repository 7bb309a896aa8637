import { onTestFinished } from 'vitest'
import { createApiClient, type ApiClientDeps } from '#main/api/client.ts'
import { createTransport } from '#main/api/http/transport.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { systemClock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { startSimulator, type Simulator, type SimulatorOptions } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'
import { createAccountsInMemory, type AccountsInMemory } from './accounts-in-memory.ts'

export const secret = 'key-of-the-first-account'

export const worldWithOneUser: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: secret }],
      domains: [{ domain_name: 'example.com', records: [{ type: 'A', host: 'www', content: '192.0.2.10' }] }],
      servers: [{ server_id: 'first01' }],
    },
  ],
}

/** One user with two keys: the key `secret`, and one that may only read domains. */
export const worldWithTwoKeys: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: secret }, { token: 'second-key-of-it', services: { domain: { permission_type: 'read' } } }],
      domains: [{ domain_name: 'example.com' }, { domain_name: 'example.net' }],
    },
  ],
}

/** A call for the domain list of the account `a`. */
export const domainListCall = { accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' } as const

export async function startSimulatorForApiClient(
  world: WorldFile = worldWithOneUser,
  options: Pick<SimulatorOptions, 'clock' | 'onArrival'> = {},
): Promise<Simulator> {
  const simulator = await startSimulator({ world, ...options })
  onTestFinished(() => simulator.close())
  return simulator
}

export interface ClientRig {
  api: ApiClient
  accounts: AccountsInMemory
  database: Database
}

/** The API client on real HTTP and a real file, with an account `a` whose key `k` has all permissions. */
export function createClientRig(baseUrl: string, deps: Partial<ApiClientDeps> = {}): ClientRig {
  const accounts = createAccountsInMemory()
  accounts.add({ id: 'a', baseUrl })
  accounts.addKey('a', { id: 'k' }, secret)
  const database = deps.database ?? temporaryDatabase()
  const api = createApiClient({
    accounts,
    database,
    clock: systemClock,
    random: () => 0,
    transport: createTransport({ resolveProxy: async () => 'DIRECT' }),
    isOffline: () => false,
    ...deps,
  })
  onTestFinished(() => api.close())
  return { api, accounts, database }
}

/** Starts a simulator and a client rig that calls it. */
export async function startSimulatorClientRig(
  world: WorldFile = worldWithOneUser,
  deps: Partial<ApiClientDeps> = {},
  options: Pick<SimulatorOptions, 'onArrival'> = {},
): Promise<ClientRig & { simulator: Simulator }> {
  const simulator = await startSimulatorForApiClient(world, options)
  return { simulator, ...createClientRig(simulator.url, deps) }
}
