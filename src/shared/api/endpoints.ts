import type { z } from 'zod'
import { prefixNamesWithArea } from '#shared/prefix-command-and-endpoint-names.ts'
import { keyAndLogEndpoints } from './key-and-log-endpoints.ts'
import { dnsRecordEndpoints } from './dns-record-endpoints.ts'
import { domainEndpoints } from './domain-endpoints.ts'
import type { Endpoint } from './define-endpoint.ts'
import { hostingEndpoints } from './server-management-endpoints.ts'
import { paidDomainEndpoints } from './paid-domain-endpoints.ts'
import { serverContractAndOrderEndpoints } from './server-contract-and-order-endpoints.ts'

/** Every endpoint of the service, once, by name, for example `domain.renew`. */
export const endpoints = {
  ...prefixNamesWithArea('account', keyAndLogEndpoints),
  ...prefixNamesWithArea('server', serverContractAndOrderEndpoints),
  ...prefixNamesWithArea('hosting', hostingEndpoints),
  ...prefixNamesWithArea('domain', { ...domainEndpoints, ...dnsRecordEndpoints, ...paidDomainEndpoints }),
} satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
/** The input that a caller gives, before defaults. */
export type EndpointInput<Name extends EndpointName> = z.input<Endpoints[Name]['input']>
/** The parsed response of the service; unknown fields are kept. */
export type EndpointOutput<Name extends EndpointName> = z.output<Endpoints[Name]['output']>

export const endpointNames = Object.keys(endpoints) as EndpointName[]

export function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name)
}

/** Returns the entry as its general shape, for code that treats all endpoints alike. */
export function getEndpoint(name: EndpointName): Endpoint {
  return endpoints[name] as unknown as Endpoint
}
