import type { z } from 'zod'
import { account } from './account.ts'
import { domain } from './domain.ts'
import type { Endpoint } from './endpoint.ts'
import { hosting } from './hosting.ts'
import { server } from './server.ts'

type Named<Area extends string, Entries> = { [Name in keyof Entries & string as `${Area}.${Name}`]: Entries[Name] }

function named<const Area extends string, Entries extends Record<string, Endpoint>>(area: Area, entries: Entries): Named<Area, Entries> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [`${area}.${name}`, entry])) as Named<Area, Entries>
}

/** Every endpoint of the service, once, by name: `domain.renew`. */
export const catalog = {
  ...named('account', account),
  ...named('server', server),
  ...named('hosting', hosting),
  ...named('domain', domain),
}

export type Catalog = typeof catalog
export type EndpointName = keyof Catalog
/** What a caller gives, before defaults. */
export type EndpointInput<Name extends EndpointName> = z.input<Catalog[Name]['input']>
/** What the service answered, parsed with tolerance. */
export type EndpointOutput<Name extends EndpointName> = z.output<Catalog[Name]['output']>

export const endpointNames = Object.keys(catalog) as EndpointName[]

export function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(catalog, name)
}

/** The entry as its general shape, for code that treats all endpoints alike. */
export function endpointOf(name: EndpointName): Endpoint {
  return catalog[name] as unknown as Endpoint
}
