import type { PriceItem } from '#shared/api/domain-schemas.ts'
import { tldOf } from './tld.ts'

/** As names end with it: whether a price list writes `.com` or `com` is not shown (section "Domain API"). */
export function normalizeTld(tld: string): string {
  return tld.toLowerCase().replace(/^\./, '')
}

/** The price of what a name stands under. */
export function createTldPriceLookup<Price extends Pick<PriceItem, 'tld'>>(
  prices: readonly Price[],
): (name: string) => Price | undefined {
  const byTld = new Map(prices.map((price) => [normalizeTld(price.tld), price]))
  return (name) => byTld.get(tldOf(name))
}
