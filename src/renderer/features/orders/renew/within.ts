import type { DomainRow } from '#shared/ipc/inventory.ts'
import { mostQuoted } from '#shared/ipc/orders.ts'
import { app } from '../../../client.ts'

export interface Found {
  rows: DomainRow[]
  /** At most one more than `rows` may have. */
  total: number
}

/** Every stored domain that expires within so many days, soonest first, up to what one quote takes. */
export async function findWithin(accountIds: string[] | null, days: number): Promise<Found> {
  const rows = await app.inventory.expiring({ accountIds, days, limit: mostQuoted + 1 })
  return { rows: rows.slice(0, mostQuoted), total: rows.length }
}
