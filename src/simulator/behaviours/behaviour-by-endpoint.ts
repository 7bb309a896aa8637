import type { EndpointName } from '#shared/api/endpoints.ts'
import type { Behaviour } from '#simulator/endpoint-call.ts'
import { accountBehaviours } from './account.ts'
import { domainBehaviours } from './domain.ts'
import { hostingBehaviours } from './hosting.ts'
import { serverBehaviours } from './server-contracts.ts'

type Behaviours = { [Name in EndpointName]: Behaviour<Name> }

function prefixNames<Area extends object>(area: string, behaviours: Area): Record<string, unknown> {
  return Object.fromEntries(Object.entries(behaviours).map(([name, behaviour]) => [`${area}.${name}`, behaviour]))
}

const behaviours = {
  ...prefixNames('account', accountBehaviours),
  ...prefixNames('domain', domainBehaviours),
  ...prefixNames('hosting', hostingBehaviours),
  ...prefixNames('server', serverBehaviours),
} as Behaviours

/** One behaviour for every endpoint. A missing behaviour is a compile error in the file of its area. */
export function getBehaviour(name: EndpointName): Behaviour<EndpointName> {
  return behaviours[name] as Behaviour<EndpointName>
}
