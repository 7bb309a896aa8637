import { getResourceKey } from '#shared/get-resource-key.ts'
import { useNameSearchAndBasket } from '#renderer/features/orders/acquire-domain/name-search-and-basket-store.ts'
import type { ConfirmedPurchase } from '#renderer/features/orders/checkout/useQuoteAndPayment.ts'
import { useRenewBasket } from '#renderer/features/orders/renew-domains/renew-basket-store.ts'

/**
 * Returns a function that records orders placed again outside of the pages of renewals and acquisitions. These pages
 * would otherwise go on to show the outcome of the earlier order.
 */
export function useRecordOrdersPlacedAgain(): (purchase: ConfirmedPurchase) => void {
  const renewBasket = useRenewBasket()
  const acquisitions = useNameSearchAndBasket()
  return ({ runId, items }) => {
    renewBasket.forget(
      items.flatMap((item) => (item.kind === 'renew' ? getResourceKey(item) : [])),
      runId,
    )
    acquisitions.orderAgain(
      runId,
      items.flatMap((item) => (item.kind === 'acquire' ? item : [])),
    )
  }
}
