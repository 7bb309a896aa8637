import type { EndpointName } from '#shared/api/endpoints.ts'
import { paidEndpointByOrderKind } from '#shared/paid-endpoint-by-order-kind.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'

/** Returns whether the order's own key may read the target and send the order, by its state and its permissions. */
export function mayKeyOfOrderReadAndSend(
  api: Pick<ApiClient, 'usableKeys'>,
  { item, keyId }: Pick<StoredIntent, 'item' | 'keyId'>,
): boolean {
  const input = item.kind === 'order' ? {} : { domain_name: item.name }
  const endpoints: EndpointName[] = [
    item.kind === 'order' ? 'server.list' : 'domain.detail',
    paidEndpointByOrderKind[item.kind],
  ]
  return endpoints.every((endpoint) =>
    api.usableKeys(item.accountId, endpoint, input).keys.some(({ id }) => id === keyId),
  )
}
