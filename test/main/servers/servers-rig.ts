import { afterAll, beforeAll, beforeEach } from 'vitest'
import { isAppError, type AppError } from '#shared/app-error.ts'
import type { ServerChangeInput, ServerChangeName } from '#shared/ipc/single-server-change-commands.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { ServerCommands } from '#shared/ipc/server-commands.ts'
import type { Clock } from '#main/clock.ts'
import type { SimulatedHostingServer } from '#simulator/simulated-settings-of-hosting-server.ts'
import type { ReceivedRequest } from '#simulator/request-and-charge-ledger.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'

export const servername = 'web01.simulator.example'
export const canaryPassword = 'Canary-Password-7391'

type ServerCommandName = Extract<keyof ServerCommands, string>
type Fields<Name extends ServerCommandName> = Omit<CommandInput<`servers.${Name}`>, 'accountId' | 'servername'>

/** Values of every change that the world of the rig accepts. */
export const validChanges: { [Name in ServerChangeName]: Omit<ServerChangeInput<Name>, 'accountId' | 'servername'> } = {
  setMemo: { memo: '検証', expected: null },
  addDomain: { domain: 'example.com', ssl: true, redirectHttps: true },
  resetDomain: { domain: 'one.com', typedDomain: 'one.com' },
  addSubdomain: { subdomain: 'blog.one.com', ssl: false },
  installWordpress: {
    url: 'https://one.com/',
    title: 'One',
    adminUsername: 'keeper',
    adminPassword: canaryPassword,
    adminEmail: 'keeper@one.com',
  },
  deleteWordpress: {
    id: 1,
    url: 'https://two.com/',
    deletesDatabase: true,
    deletesDatabaseUser: false,
    deletesCron: true,
  },
  addDatabase: { nameSuffix: 'shop', characterSet: 'utf8mb4' },
  addDatabaseUser: { nameSuffix: 'shop', password: canaryPassword },
  grantDatabase: { databaseUser: 'web01_wp1', database: 'web01_wp1' },
  setSsh: { isEnabled: true },
  addSshKey: {
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f me@home',
    label: 'mine',
  },
  generateSshKey: {},
  deleteSshKey: { id: 2 },
  clearCache: { domain: 'two.com' },
}

const token = 'key-of-the-server-rig'

const worldWith = (rest: Partial<WorldFile>): WorldFile => ({
  limits: { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits },
  ...rest,
  users: [
    {
      name: 'aoi',
      keys: [{ token }],
      domains: [{ domain_name: 'example.com' }],
      servers: [
        {
          server_id: 'web01',
          memo: '本番',
          domains: ['one.com', 'two.com'],
          error_log: { 'one.com': ['a', 'b', 'c'] },
        },
        { server_id: 'web02', status: 'suspended' },
      ],
    },
  ],
})

/** A rig for all tests of a file: a server with WordPress on two.com (ID 1) and one SSH key (ID 2). */
export function useServersRig(rest: Partial<WorldFile> = {}, clock?: Clock) {
  let rig: SimulatorRig
  let accountId: string

  beforeAll(async () => {
    rig = await startSimulatorRig({
      world: worldWith(rest),
      ...(clock && { clock, secrets: createKeychainInMemory() }),
    })
    ;({ id: accountId } = await rig.addAccount('Aoi', [token]))
    const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
    await rig.call('sync.start', {})
    await ended
  })
  afterAll(() => rig.close())

  beforeEach(async () => {
    rig.simulator.reset()
    await send('POST', 'wp', {
      url: 'https://two.com/',
      title: 'Two',
      admin_username: 'a',
      admin_password: 'not-a-real-password',
      admin_email: 'a@two.com',
    })
    await send('POST', 'ssh/key', { generate: true })
    rig.simulator.ledger.clear()
  })

  /** Sends a change as another program with a key of the account would. */
  async function send(method: string, path: string, body: object): Promise<void> {
    const response = await fetch(`${rig.simulator.url}/v1/server/${servername}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }

  const call = <Name extends ServerCommandName>(name: Name, fields: Fields<Name>, server = servername) =>
    rig.call(
      `servers.${name}` as CommandName,
      { accountId, servername: server, ...fields } as CommandInput<CommandName>,
    ) as unknown as Promise<CommandOutput<`servers.${Name}`>>

  return {
    rig: () => rig,
    accountId: () => accountId,
    send,
    call,
    /** The error that the command ends with. */
    async refusal<Name extends ServerCommandName>(
      name: Name,
      fields: Fields<Name>,
      server = servername,
    ): Promise<AppError> {
      const error: unknown = await call(name, fields, server).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      if (!isAppError(error)) throw new Error(`${name} was expected to fail`)
      return error
    },
    hosting(): SimulatedHostingServer {
      const server = rig.simulator.world.user('aoi').servers.get(servername)
      if (!server) throw new Error('The world has the server')
      return server.hosting
    },
    writes: (): ReceivedRequest[] => rig.simulator.ledger.requests.filter(({ method }) => method !== 'GET'),
    requests: (): ReceivedRequest[] => rig.simulator.ledger.requests,
    newestEntry: async () => (await rig.call('changeLog.list', { limit: 1 })).rows[0],
    entryCount: async () => (await rig.call('changeLog.list', {})).total,
  }
}
