import type { ListedPrice } from '#shared/ipc/quote-and-offer-schemas.ts'
import { isOrganizationalTypeJpDomain, isJpDomain, getTld } from '#shared/get-tld-and-detect-jp-domains.ts'
import { createTldPriceLookup } from '#shared/tld-price-lookup.ts'
import { parseDomainNames } from '#shared/extract-and-parse-domain-names.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** Problems of a transfer that are found without a call. Each is a text key under `purchase.transfer`. */
export type TransferNameProblem = 'badName' | 'attributeJp' | 'jp' | 'noTransfer' | 'unknownTld'

export interface CheckedTransferName {
  /** In Punycode; null when the text is empty or not one valid name. */
  name: string | null
  tld: string
  /** The price in the price list; null when it has none. */
  yen: number | null
  problem: TransferNameProblem | null
}

export function checkTransferNameByPriceList(typed: string, prices: readonly ListedPrice[]): CheckedTransferName {
  if (typed.trim() === '') return { name: null, tld: '', yen: null, problem: null }
  const [found, ...more] = parseDomainNames([typed], [], idna)
  const name = found?.name ?? null
  if (name === null || more.length > 0) return { name: null, tld: '', yen: null, problem: 'badName' }
  const tld = getTld(name)
  if (isOrganizationalTypeJpDomain(name)) return { name, tld, yen: null, problem: 'attributeJp' }
  if (isJpDomain(name)) return { name, tld, yen: null, problem: 'jp' }
  const price = createTldPriceLookup(prices)(name)
  // An empty list was not read yet.
  if (prices.length > 0 && price === undefined) return { name, tld, yen: null, problem: 'unknownTld' }
  const yen = price?.transfer ?? null
  // For a price that cannot be paid, main gives the reason in the quote.
  return { name, tld, yen, problem: price?.unpayable === null && yen === null ? 'noTransfer' : null }
}
