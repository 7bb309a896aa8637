import type { Endpoints, EndpointName } from '#shared/api/endpoints.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import type { EndpointBehaviour, EndpointCall } from '#simulator/endpoint-call.ts'
import { requireServerInPath } from './require-domain-or-server-in-path.ts'
import { ErrorResponse } from '#simulator/error-response.ts'
import type { HostedDomain, SimulatedHostingServer } from '#simulator/simulated-settings-of-hosting-server.ts'
import { getUndocumentedFieldName } from '#simulator/undocumented-field-name-variants.ts'
import type { SimulatedServer, World } from '#simulator/world-state.ts'

export type HostingEndpoint = Extract<keyof Endpoints, `hosting.${string}`>

export interface HostingCallContext {
  state: SimulatedServer
  hosting: SimulatedHostingServer
  /** The name that this world uses for a field or list that the API description does not name. */
  nameOf: (what: Parameters<typeof getUndocumentedFieldName>[1]) => string
}

/**
 * Returns the server in the path of a call of server management. Throws if the server is not set up yet, or if it is
 * suspended and the world refuses this call for suspended servers.
 */
export function requireReadyServer<Name extends HostingEndpoint>(
  call: EndpointCall<Name>,
  name: Name,
): HostingCallContext {
  const state = requireServerInPath(call as EndpointCall<HostingEndpoint>)
  if (state.status === 'setup_pending') throw new ErrorResponse('NOT_FOUND', 'The server is still being set up')
  if (state.status === 'suspended' && isRefusedWhileSuspended(call.world, name))
    throw new ErrorResponse('FORBIDDEN', 'The server is suspended')
  const variant = call.world.file.undocumented_names
  return { state, hosting: state.hosting, nameOf: (what) => getUndocumentedFieldName(variant, what) }
}

function isRefusedWhileSuspended({ file }: World, name: EndpointName): boolean {
  if (file.suspended_servers === 'refuse_nothing') return false
  return file.suspended_servers === 'refuse_all' || getEndpoint(name).scope === 'write'
}

/** Creates a behaviour that gets the server with its settings. */
export function createHostingBehaviour<Name extends HostingEndpoint>(
  name: Name,
  run: (context: HostingCallContext, call: EndpointCall<Name>) => unknown,
): EndpointBehaviour<Name> {
  return (call) => run(requireReadyServer(call, name), call)
}

export const getDocumentRoot = ({ serverId }: SimulatedServer, name: string) => `/home/${serverId}/${name}/public_html`
export const createNotFoundError = (what: string) => new ErrorResponse('NOT_FOUND', `No such ${what}`)

/** Names are compared without letter case, as everywhere in DNS. */
export function requireHostedDomain(hosting: SimulatedHostingServer, name: string): HostedDomain {
  const found = hosting.domains.get(name.toLowerCase())
  if (!found) throw createNotFoundError('domain on the server')
  return found
}
