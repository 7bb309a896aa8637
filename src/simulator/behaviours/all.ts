import type { EndpointName } from '#shared/api/catalog.ts'
import type { Behaviour } from '../call.ts'
import { account } from './account.ts'
import { domain } from './domain.ts'
import { hosting } from './hosting.ts'
import { server } from './server.ts'

type Behaviours = { [Name in EndpointName]: Behaviour<Name> }

function named<Area extends object>(area: string, behaviours: Area): Record<string, unknown> {
  return Object.fromEntries(Object.entries(behaviours).map(([name, behaviour]) => [`${area}.${name}`, behaviour]))
}

const behaviours = {
  ...named('account', account),
  ...named('domain', domain),
  ...named('hosting', hosting),
  ...named('server', server),
} as Behaviours

/** One for every endpoint of the catalog: a missing one does not compile in its area. */
export function behaviourOf(name: EndpointName): Behaviour<EndpointName> {
  return behaviours[name] as Behaviour<EndpointName>
}
