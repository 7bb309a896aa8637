import type { EndpointName } from '#shared/api/endpoints.ts'
import { prefixWithArea } from '#shared/prefix-with-area.ts'
import type { Behaviour } from '#simulator/endpoint-call.ts'
import { keyAndLogBehaviours } from './key-and-logs.ts'
import { domainBehaviours } from './domain.ts'
import { hostingBehaviours } from './hosting.ts'
import { serverBehaviours } from './server-contracts.ts'

type Behaviours = { [Name in EndpointName]: Behaviour<Name> }

const behaviours: Behaviours = {
  ...prefixWithArea('account', keyAndLogBehaviours),
  ...prefixWithArea('domain', domainBehaviours),
  ...prefixWithArea('hosting', hostingBehaviours),
  ...prefixWithArea('server', serverBehaviours),
}

/** One behaviour for every endpoint. A missing behaviour is a compile error in the file of its area. */
export function getBehaviour(name: EndpointName): Behaviour<EndpointName> {
  return behaviours[name] as Behaviour<EndpointName>
}
