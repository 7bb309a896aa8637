import type { PriceItem } from './api/domain.ts'
import { tldOf } from './names.ts'

/** As names end with it: whether a price list writes `.com` or `com` is not shown (section "Domain API"). */
export function plainTld(tld: string): string {
  return tld.toLowerCase().replace(/^\./, '')
}

/** The price of what a name stands under. */
export function pricesByTld<Price extends Pick<PriceItem, 'tld'>>(prices: readonly Price[]): (name: string) => Price | undefined {
  const byTld = new Map(prices.map((price) => [plainTld(price.tld), price]))
  return (name) => byTld.get(tldOf(name))
}
