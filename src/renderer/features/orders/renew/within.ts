import type { DomainRow } from '#shared/ipc/inventory.ts'
import { app } from '../../../client.ts'

/** As many as one quote takes. */
export const mostLines = 5000

export interface Found {
  rows: DomainRow[]
  /** At most one more than `rows` may have. */
  total: number
}

/** Every stored domain that expires within so many days, soonest first, up to what one quote takes. */
export async function findWithin(accountIds: string[] | null, days: number): Promise<Found> {
  const rows = await app.inventory.expiring({ accountIds, days, limit: mostLines + 1 })
  return { rows: rows.slice(0, mostLines), total: rows.length }
}
