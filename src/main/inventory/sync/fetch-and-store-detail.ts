import type { EndpointInput, EndpointName } from '#shared/api/endpoints.ts'
import { getEndpointOfDetail, type DetailRef } from '#shared/domain-and-server-detail-kinds.ts'
import type { ApiClient, CallPriority, BatchContext } from '#main/api/api-client-interface.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'

/** Returns the call that reads one detail of a domain or server. */
export function toDetailEndpointCall(detail: DetailRef): {
  endpoint: EndpointName
  input: { domain_name: string } | { servername: string }
} {
  const input = detail.resourceKind === 'domain' ? { domain_name: detail.name } : { servername: detail.name }
  return { endpoint: getEndpointOfDetail(detail), input }
}

export interface FetchDetailOptions {
  priority: CallPriority
  batch?: BatchContext
  signal?: AbortSignal
  onSending?: () => void
}

/**
 * Fetches one detail and stores it, unless Banto's own change of it was answered while the request was under way: the
 * answer may show the detail before the change. Throws the errors of the call; nothing is stored then.
 */
export async function fetchAndStoreDetail(
  { api, inventory }: { api: Pick<ApiClient, 'call'>; inventory: InventoryStore },
  accountId: string,
  detail: DetailRef,
  options: FetchDetailOptions,
): Promise<void> {
  const { endpoint, input } = toDetailEndpointCall(detail)
  const { data, sentAt, readAt } = await api.call({
    accountId,
    endpoint,
    input: input as EndpointInput<typeof endpoint>,
    ...options,
  })
  if (inventory.isChangedBetween(accountId, detail, sentAt, readAt)) return
  if (detail.resourceKind === 'server')
    inventory.saveDetail(accountId, 'server', detail.name, detail.detailKind, data, readAt)
  else if (detail.detailKind === 'zone')
    inventory.storeZone(accountId, detail.name, (data as { records: [] }).records, readAt)
  else inventory.saveDetail(accountId, 'domain', detail.name, detail.detailKind, data as object, readAt)
}
