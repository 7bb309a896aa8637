import type { DomainRow } from '#shared/ipc/inventory.ts'
import { maxQuoteItems } from '#shared/ipc/quote-and-offer-schemas.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

export interface ExpiringDomains {
  rows: DomainRow[]
  /** Number of expiring domains, counted up to one more than the maximum length of `rows`. */
  total: number
}

/** Loads the stored domains that expire within `days`, soonest first, up to the maximum of one quote. */
export async function loadExpiringDomains(accountIds: string[] | null, days: number): Promise<ExpiringDomains> {
  const rows = await mainCommands.inventory.expiring({ accountIds, days, limit: maxQuoteItems + 1 })
  return { rows: rows.slice(0, maxQuoteItems), total: rows.length }
}
