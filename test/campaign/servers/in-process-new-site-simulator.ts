import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { getEndpointBehaviour } from '#simulator/behaviours/behaviour-by-endpoint.ts'
import type { EndpointCall } from '#simulator/endpoint-call.ts'
import { ErrorResponse } from '#simulator/error-response.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createWorld, type SimulatedKey, type SimulatedUser } from '#simulator/world-state.ts'

export const siteDomain = 'example.com'
export const servername = 'web01.simulator.example'

export interface NewSiteWorldOptions {
  /** `host type content`. */
  records: readonly string[]
  hostedDomains?: readonly string[]
  /** The domain belongs to another user of the service, so that the service asks for a proof of ownership. */
  isOfOtherUser?: boolean
  isSuspended?: boolean
  variant?: 'a' | 'b' | 'c'
}

/** The simulator's service with one domain and one server, called without HTTP. */
export function createInProcessNewSiteSimulator({
  records,
  hostedDomains,
  isOfOtherUser,
  isSuspended,
  variant,
}: NewSiteWorldOptions) {
  const domains = [
    {
      domain_name: siteDomain,
      records: records.map((line, index) => {
        const [host = '', type = '', content = ''] = line.split(' ')
        return { id: index + 1, type, host, content }
      }),
    },
  ]
  const servers = [
    { server_id: 'web01', domains: [...(hostedDomains ?? [])], ...(isSuspended && { status: 'suspended' as const }) },
  ]
  const file = {
    undocumented_names: variant ?? 'a',
    users: isOfOtherUser
      ? [
          { name: 'owner', keys: [{ token: 'key-of-the-owner' }], domains },
          { name: 'host', keys: [{ token: 'key-of-the-host' }], servers },
        ]
      : [{ name: 'first', keys: [{ token: 'key-of-the-first' }], domains, servers }],
  } as WorldFile
  const world = createWorld(file, { now: () => 0 })
  const [domainUser] = world.users as [SimulatedUser]
  const serverUser = world.users.at(-1) as SimulatedUser
  const hosting = () => {
    const server = serverUser.servers.get(servername)
    if (!server) throw new Error('The world has the server')
    return server.hosting
  }

  return {
    zone: (): ZoneRecord[] => [...(domainUser.domains.get(siteDomain)?.records.values() ?? [])] as ZoneRecord[],
    hosting,
    /** Parses the input as the API client does. Throws `service` for a refusal. */
    execute(endpoint: EndpointName, input: object): unknown {
      const user = endpoint.startsWith('domain.') ? domainUser : serverUser
      const parsed = getEndpoint(endpoint).input.parse(input)
      const key = user.keys[0] as SimulatedKey
      const call = { world, user, key, now: 0, input: parsed, idempotencyKey: null, charge: () => undefined }
      try {
        return structuredClone(getEndpointBehaviour(endpoint)(call as EndpointCall))
      } catch (error) {
        if (!(error instanceof ErrorResponse)) throw error
        throw new AppError('service', error.message, { code: error.code, status: error.status })
      }
    },
  }
}
