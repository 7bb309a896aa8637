import type { EndpointName } from '#shared/api/endpoints.ts'
import { prefixNamesWithArea } from '#shared/prefix-command-and-endpoint-names.ts'
import type { EndpointBehaviour } from '#simulator/endpoint-call.ts'
import { keyAndLogBehaviours } from './key-and-logs.ts'
import { domainBehaviours } from './all-domain-behaviours.ts'
import { hostingBehaviours } from './all-hosting-behaviours.ts'
import { serverContractBehaviours } from './server-contracts.ts'

type Behaviours = { [Name in EndpointName]: EndpointBehaviour<Name> }

const behaviours: Behaviours = {
  ...prefixNamesWithArea('account', keyAndLogBehaviours),
  ...prefixNamesWithArea('domain', domainBehaviours),
  ...prefixNamesWithArea('hosting', hostingBehaviours),
  ...prefixNamesWithArea('server', serverContractBehaviours),
}

/** Returns the behaviour of an endpoint. A missing behaviour is a compile error in the file of its area. */
export function getEndpointBehaviour(name: EndpointName): EndpointBehaviour<EndpointName> {
  return behaviours[name] as EndpointBehaviour<EndpointName>
}
