import { z } from 'zod'
import type { DomainDetail } from '#shared/api/domain-schemas.ts'
import { isAppError } from '#shared/app-error.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { StoredIntent } from './stored-intent-schema.ts'

/** Stores a domain's detail that was read for an order, with its read time. */
export function storeDomainDetailReadForOrder(
  inventory: Pick<InventoryStore, 'saveDetail'>,
  accountId: string,
  detail: DomainDetail,
  readAt: number,
): void {
  try {
    inventory.saveDetail(accountId, 'domain', detail.domain_name, 'detail', detail, readAt)
  } catch (thrown) {
    // The order continues. The next sync reads the domain.
    if (!isAppError(thrown)) throw thrown
  }
}

const observedFactSchema = z.object({ becomes: z.string(), expiry_date: z.string().nullable() })

/**
 * Stores the status and expiry of a domain from the newest step of its order. That step is the answer, or a reading
 * before or after the sending. Otherwise a list could show an older expiry and offer the renewal once more.
 */
export function storeDomainStatusReadForOrder(
  inventory: Pick<InventoryStore, 'storeListedDomains'>,
  { item, target, steps }: StoredIntent,
): void {
  const last = steps.at(-1)
  const { data } = observedFactSchema.safeParse(last?.fact)
  if (!last || !data) return
  const domain = { domain_name: target, status: data.becomes, expiry_date: data.expiry_date }
  inventory.storeListedDomains(item.accountId, [domain], last.at, null).catch((thrown: unknown) => {
    // The next sync reads the domain.
    if (!isAppError(thrown)) throw thrown
  })
}
