import { z } from 'zod'
import type { DomainDetail } from '#shared/api/domain.ts'
import { isAppError } from '#shared/errors.ts'
import type { Inventory } from '../inventory/inventory.ts'
import type { Intent } from './intent.ts'

/** Stores a domain as it was read for an order: its page shows that reading, and when it was made. */
export function storeReadDomain(inventory: Pick<Inventory, 'writeFacet'>, accountId: string, detail: DomainDetail, readAt: number): void {
  try {
    inventory.writeFacet(accountId, 'domain', detail.domain_name, 'detail', detail, readAt)
  } catch (thrown) {
    // The order goes on; the next sync reads it.
    if (!isAppError(thrown)) throw thrown
  }
}

const shown = z.object({ becomes: z.string(), expiry_date: z.string().nullable() })

/**
 * Stores what the newest step shows of a domain: the answer to its order, or what was read before the sending or after it. No list then
 * shows an older expiry than the order does, and offers to renew it once more.
 */
export function storeShownDomain(inventory: Pick<Inventory, 'writeDomainList'>, { item, target, steps }: Intent): void {
  const last = steps.at(-1)
  const { data } = shown.safeParse(last?.fact)
  if (!last || !data) return
  const domain = { domain_name: target, status: data.becomes, expiry_date: data.expiry_date }
  inventory.writeDomainList(item.accountId, [domain], last.at, null).catch((thrown: unknown) => {
    // The next sync reads it.
    if (!isAppError(thrown)) throw thrown
  })
}
