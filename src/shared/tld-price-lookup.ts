import type { TldPriceRow } from '#shared/api/domain-schemas.ts'
import { getTld } from './get-tld-and-detect-jp-domains.ts'

/**
 * Returns a TLD in lower case, without a leading dot. The API description does not show whether a price list contains
 * `.com` or `com` (API description, section "Domain API").
 */
export function normalizeTld(tld: string): string {
  return tld.toLowerCase().replace(/^\./, '')
}

/** Returns a function that finds the price of a domain name by its TLD. */
export function createTldPriceLookup<Price extends Pick<TldPriceRow, 'tld'>>(
  prices: readonly Price[],
): (name: string) => Price | undefined {
  const byTld = new Map(prices.map((price) => [normalizeTld(price.tld), price]))
  return (name) => byTld.get(getTld(name))
}
