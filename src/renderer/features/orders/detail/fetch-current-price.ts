import { createTldPriceLookup } from '#shared/tld-price-lookup.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/**
 * Reads the price of an item from the service, in yen. Null if it cannot be read now, and for an acquisition, whose
 * price is part of the availability check.
 */
export async function fetchCurrentPrice(item: OrderItem): Promise<number | null> {
  const { accountId } = item
  if (item.kind === 'acquire') return null
  if (item.kind === 'order') {
    const { data, error } = await mainCommands.orders.plans({ accountId, refresh: true })
    const plan = error === null ? data?.find(({ plan_id: id }) => id === item.planId) : undefined
    return plan?.periods.find(({ months }) => months === item.months)?.total_price ?? null
  }
  const { data, error } = await mainCommands.orders.prices({ accountId, refresh: true })
  if (error !== null) return null
  const price = createTldPriceLookup(data ?? [])(item.name)
  const yenPerYear = item.kind === 'renew' ? price?.renew : price?.transfer
  return yenPerYear === undefined || yenPerYear === null ? null : yenPerYear * (item.kind === 'renew' ? item.years : 1)
}
