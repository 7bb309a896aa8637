import { z } from 'zod'
import { isAppError } from '#shared/errors.ts'
import type { Inventory } from '../inventory/inventory.ts'
import type { Intent } from './intent.ts'

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
