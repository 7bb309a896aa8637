import type { ListedPrice } from '#shared/ipc/quotes.ts'
import { isAttributeTypeJpDomain, isJpDomain, tldOf } from '#shared/tld.ts'
import { createTldPriceLookup } from '#shared/tld-prices.ts'
import { parseDomainNames } from '#shared/parse-domain-names.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** What can be said of a transfer before a call is spent: the key of its text under `shop.transfer`. */
export type TransferNameProblem = 'badName' | 'attributeJp' | 'jp' | 'noTransfer' | 'unknownTld'

export interface CheckedTransferName {
  /** Punycode; null while nothing, or no name, was typed. */
  name: string | null
  tld: string
  /** Of the price list; null when it has none. */
  yen: number | null
  problem: TransferNameProblem | null
}

export function checkTransferName(typed: string, prices: readonly ListedPrice[]): CheckedTransferName {
  if (typed.trim() === '') return { name: null, tld: '', yen: null, problem: null }
  const [found, ...more] = parseDomainNames([typed], [], idna)
  const name = found?.name ?? null
  if (name === null || more.length > 0) return { name: null, tld: '', yen: null, problem: 'badName' }
  const tld = tldOf(name)
  if (isAttributeTypeJpDomain(name)) return { name, tld, yen: null, problem: 'attributeJp' }
  if (isJpDomain(name)) return { name, tld, yen: null, problem: 'jp' }
  const price = createTldPriceLookup(prices)(name)
  // An unread list says nothing.
  if (prices.length > 0 && price === undefined) return { name, tld, yen: null, problem: 'unknownTld' }
  const yen = price?.transfer ?? null
  // Main says of a price that cannot be paid why.
  return { name, tld, yen, problem: price?.unpayable === null && yen === null ? 'noTransfer' : null }
}
