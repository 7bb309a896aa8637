import type { DomainRow } from '#shared/ipc/inventory.ts'
import { app } from '../../../client.ts'

/** As many as one quote takes. */
export const mostLines = 5000
const pageSize = 500

export interface Found {
  rows: DomainRow[]
  total: number
}

/** Every stored domain that expires within so many days, soonest first, up to what one quote takes. */
export async function findWithin(accountIds: string[] | null, expiresWithinDays: number): Promise<Found> {
  const rows: DomainRow[] = []
  for (;;) {
    const page = await app.inventory.domains({ filter: { accountIds, expiresWithinDays }, sort: 'expiry', offset: rows.length, limit: pageSize })
    rows.push(...page.rows)
    if (page.rows.length < pageSize || rows.length >= mostLines) return { rows: rows.slice(0, mostLines), total: page.total }
  }
}
