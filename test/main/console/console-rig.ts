import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AppError } from '#shared/app-error.ts'
import type { ConsoleAnswer, ConsoleRequest } from '#shared/ipc/console.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'

export const servername = 'web01.simulator.example'
export const tokens = {
  full: 'console-canary-key-full-81',
  read: 'console-canary-key-read-82',
  spare: 'console-canary-key-spare-84',
  other: 'console-canary-key-other-83',
}

const world: WorldFile = {
  limits: { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits },
  users: [
    {
      name: 'aoi',
      keys: [
        { token: tokens.full },
        { token: tokens.read, services: { server: { permission_type: 'read' }, domain: { permission_type: 'read' } } },
        { token: tokens.spare },
      ],
      domains: [{ domain_name: 'example.com' }],
      servers: [{ server_id: 'web01', memo: '本番' }],
    },
    { name: 'rin', keys: [{ token: tokens.other }], domains: [{ domain_name: 'rin.example' }] },
  ],
}

type Draft = Partial<ConsoleRequest> & Pick<ConsoleRequest, 'path'>

/** A rig for all tests of a file: an account with two keys that may do everything, and one that only reads. */
export function useConsoleRig() {
  let rig: SimulatorRig
  let accountId: string
  let count = 0

  beforeAll(async () => {
    rig = await startSimulatorRig({ world })
    ;({ id: accountId } = await rig.addAccount('aoi', [tokens.full, tokens.read, tokens.spare]))
  })
  beforeEach(() => {
    rig.simulator.reset()
    rig.simulator.ledger.clear()
  })
  afterAll(() => rig.close())

  const requestOf = (draft: Draft): ConsoleRequest => ({
    accountId,
    keyId: null,
    method: 'GET',
    query: [],
    body: null,
    ...draft,
  })

  const newSendId = () => `send-${(count += 1)}`

  /** Sends a request; a change with its confirmation. */
  async function send(draft: Draft, sendId = newSendId()): Promise<ConsoleAnswer> {
    const request = requestOf(draft)
    const confirmationId = request.method === 'GET' ? null : (await rig.call('console.confirm', request)).confirmationId
    return rig.call('console.send', { sendId, request, confirmationId })
  }

  return {
    rig: () => rig,
    accountId: () => accountId,
    requestOf,
    send,
    refusal: (draft: Draft): Promise<AppError> =>
      send(draft).then(
        (answer) => Promise.reject(new Error(`answered ${answer.status}`)),
        (error: unknown) => error as AppError,
      ),
    /** What reached the service. */
    requests: () => rig.simulator.ledger.requests,
    newestEntry: async () => (await rig.call('changeLog.list', { limit: 1 })).rows[0],
  }
}
