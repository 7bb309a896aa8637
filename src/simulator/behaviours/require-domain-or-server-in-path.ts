import type { EndpointInput, EndpointName } from '#shared/api/endpoints.ts'
import type { EndpointCall } from '#simulator/endpoint-call.ts'
import { requireDomain, requireServer } from '#simulator/require-key-permission-and-targets.ts'
import {
  completePendingDomainOperationIfDue,
  completeServerSetupIfDue,
  type SimulatedDomain,
  type SimulatedServer,
} from '#simulator/world-state.ts'

type CallWithPath = Pick<EndpointCall, 'user' | 'key' | 'now'> & { input: Partial<EndpointInput<EndpointName>> }

/**
 * Returns the domain that the path names, in its state at the time of the call. Throws 404 or 403 (`requireDomain`).
 */
export function requireDomainInPath(call: CallWithPath & { input: { domain_name: string } }): SimulatedDomain {
  return completePendingDomainOperationIfDue(requireDomain(call.user, call.key, call.input.domain_name), call.now)
}

/** Returns the server in the path, with its due setup completed. Refuses as `requireServer` does. */
export function requireServerInPath(call: CallWithPath & { input: { servername: string } }): SimulatedServer {
  return completeServerSetupIfDue(requireServer(call.user, call.key, call.input.servername), call.now)
}
