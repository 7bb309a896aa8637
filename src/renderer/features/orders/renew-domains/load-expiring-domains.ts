import type { DomainRow } from '#shared/ipc/inventory.ts'
import { maxQuoteItems } from '#shared/ipc/quotes.ts'
import { app } from '#renderer/ipc-client.ts'

export interface ExpiringDomains {
  rows: DomainRow[]
  /** At most one more than `rows` may have. */
  total: number
}

/** Loads all stored domains that expire within a number of days, soonest first, up to the maximum of one quote. */
export async function loadExpiringDomains(accountIds: string[] | null, days: number): Promise<ExpiringDomains> {
  const rows = await app.inventory.expiring({ accountIds, days, limit: maxQuoteItems + 1 })
  return { rows: rows.slice(0, maxQuoteItems), total: rows.length }
}
