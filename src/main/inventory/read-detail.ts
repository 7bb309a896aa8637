import type { EndpointInput, EndpointName } from '#shared/api/catalog.ts'
import type { DomainFacet } from '#shared/ipc/inventory.ts'
import type { ApiClient, Priority, Work } from '../api/types.ts'
import type { Detail } from './due.ts'
import type { ServerFacet } from './facets.ts'
import type { Inventory } from './inventory.ts'

const domainEndpoints = {
  detail: 'domain.detail',
  nameservers: 'domain.nameservers',
  whois: 'domain.whois',
  lock: 'domain.lock',
  zone: 'domain.dns',
} as const satisfies Record<DomainFacet, EndpointName>

const serverEndpoints = { info: 'hosting.info', usage: 'hosting.usage' } as const satisfies Record<ServerFacet, EndpointName>

/** The call that reads one part of a domain or server. */
export function callFor(detail: Detail): { endpoint: EndpointName; input: { domain_name: string } | { servername: string } } {
  return detail.thing === 'domain'
    ? { endpoint: domainEndpoints[detail.facet], input: { domain_name: detail.name } }
    : { endpoint: serverEndpoints[detail.facet], input: { servername: detail.name } }
}

export interface ReadOptions {
  priority: Priority
  work?: Work
  signal?: AbortSignal
}

/** Reads one part of a thing from the service into the store. Throws what the call throws; nothing is stored then. */
export async function readDetail(
  { api, inventory }: { api: Pick<ApiClient, 'call'>; inventory: Inventory },
  accountId: string,
  detail: Detail,
  options: ReadOptions,
): Promise<void> {
  const { endpoint, input } = callFor(detail)
  const { data, readAt } = await api.call({ accountId, endpoint, input: input as EndpointInput<typeof endpoint>, ...options })
  if (detail.thing === 'server') inventory.writeFacet(accountId, 'server', detail.name, detail.facet, data, readAt)
  else if (detail.facet === 'zone') inventory.writeZone(accountId, detail.name, (data as { records: [] }).records, readAt)
  else inventory.writeFacet(accountId, 'domain', detail.name, detail.facet, data as object, readAt)
}
