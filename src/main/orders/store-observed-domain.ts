import { z } from 'zod'
import type { DomainDetail } from '#shared/api/domain-schemas.ts'
import { isAppError } from '#shared/app-error.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { Intent } from './intent.ts'

/** Stores a domain as it was read for an order: its page shows that reading, and when it was made. */
export function storeReadDomain(inventory: Pick<InventoryStore, 'saveDetail'>, accountId: string, detail: DomainDetail, readAt: number): void {
  try {
    inventory.saveDetail(accountId, 'domain', detail.domain_name, 'detail', detail, readAt)
  } catch (thrown) {
    // The order goes on; the next sync reads it.
    if (!isAppError(thrown)) throw thrown
  }
}

const observedFactSchema = z.object({ becomes: z.string(), expiry_date: z.string().nullable() })

/**
 * Stores what the newest step shows of a domain: the answer to its order, or what was read before the sending or after it. No list then
 * shows an older expiry than the order does, and offers to renew it once more.
 */
export function storeObservedDomain(inventory: Pick<InventoryStore, 'storeDomainList'>, { item, target, steps }: Intent): void {
  const last = steps.at(-1)
  const { data } = observedFactSchema.safeParse(last?.fact)
  if (!last || !data) return
  const domain = { domain_name: target, status: data.becomes, expiry_date: data.expiry_date }
  inventory.storeDomainList(item.accountId, [domain], last.at, null).catch((thrown: unknown) => {
    // The next sync reads it.
    if (!isAppError(thrown)) throw thrown
  })
}
