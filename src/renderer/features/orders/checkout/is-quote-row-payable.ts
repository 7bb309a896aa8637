import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'

/** Returns true if the row can be bought: it has a price and no problem. */
export function isQuoteRowPayable(row: QuoteRow): row is QuoteRow & { yen: number } {
  return row.problem === null && row.yen !== null
}
