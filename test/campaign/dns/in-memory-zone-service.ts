import { getEndpoint } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { getEndpointBehaviour } from '#simulator/behaviours/behaviour-by-endpoint.ts'
import type { EndpointCall } from '#simulator/endpoint-call.ts'
import { ErrorResponse } from '#simulator/error-response.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createWorld, type SimulatedDomain, type SimulatedKey, type SimulatedUser } from '#simulator/world-state.ts'

export type RecordEndpoint = 'domain.dns' | 'domain.addRecord' | 'domain.changeRecord' | 'domain.deleteRecord'

/** The simulator's service for one zone, called without HTTP. */
export function createInMemoryZoneService(domain: string, records: readonly ZoneRecord[]) {
  const file = {
    users: [{ name: 'first', keys: [{ token: 'key-of-the-zone' }], domains: [{ domain_name: domain, records }] }],
  } as WorldFile
  const world = createWorld(file, { now: () => 0 })
  const user = world.users[0] as SimulatedUser
  const key = user.keys[0] as SimulatedKey

  return {
    zone: (): ZoneRecord[] => [...(user.domains.get(domain) as SimulatedDomain).records.values()],
    /** Parses the input as the API client does. Throws `service` for a refusal. */
    execute(endpoint: RecordEndpoint, input: object): unknown {
      const parsed = getEndpoint(endpoint).input.parse(input)
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
