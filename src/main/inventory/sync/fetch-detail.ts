import type { EndpointInput, EndpointName } from '#shared/api/endpoints.ts'
import type { DomainDetailKind } from '#shared/domain-detail-kinds.ts'
import type { ApiClient, Priority, BatchContext } from '#main/api/types.ts'
import type { DetailRef } from '#main/inventory/details/query-due-details.ts'
import type { ServerDetailKind } from '#main/inventory/details/detail-store.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'

const domainEndpoints = {
  detail: 'domain.detail',
  nameservers: 'domain.nameservers',
  whois: 'domain.whois',
  lock: 'domain.lock',
  zone: 'domain.dns',
} as const satisfies Record<DomainDetailKind, EndpointName>

const serverEndpoints = { info: 'hosting.info', usage: 'hosting.usage' } as const satisfies Record<
  ServerDetailKind,
  EndpointName
>

/** The call that reads one detail of a domain or server. */
export function toEndpointCall(detail: DetailRef): {
  endpoint: EndpointName
  input: { domain_name: string } | { servername: string }
} {
  return detail.resourceKind === 'domain'
    ? { endpoint: domainEndpoints[detail.detailKind], input: { domain_name: detail.name } }
    : { endpoint: serverEndpoints[detail.detailKind], input: { servername: detail.name } }
}

export interface FetchDetailOptions {
  priority: Priority
  batch?: BatchContext
  signal?: AbortSignal
}

/** Fetches one detail and stores it. Throws the errors of the call; nothing is stored then. */
export async function fetchDetail(
  { api, inventory }: { api: Pick<ApiClient, 'call'>; inventory: InventoryStore },
  accountId: string,
  detail: DetailRef,
  options: FetchDetailOptions,
): Promise<void> {
  const { endpoint, input } = toEndpointCall(detail)
  const { data, readAt } = await api.call({
    accountId,
    endpoint,
    input: input as EndpointInput<typeof endpoint>,
    ...options,
  })
  if (detail.resourceKind === 'server')
    inventory.saveDetail(accountId, 'server', detail.name, detail.detailKind, data, readAt)
  else if (detail.detailKind === 'zone')
    inventory.storeZone(accountId, detail.name, (data as { records: [] }).records, readAt)
  else inventory.saveDetail(accountId, 'domain', detail.name, detail.detailKind, data as object, readAt)
}
