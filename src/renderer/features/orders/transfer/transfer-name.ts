import type { ListedPrice } from '#shared/ipc/orders.ts'
import { isAttributeJp, isJp, tldOf } from '#shared/names.ts'
import { pricesByTld } from '#shared/prices.ts'
import { namesIn } from '#shared/typed-names.ts'
import { idna } from '../../../ui/idna.ts'

/** What can be said of a transfer before a call is spent: the key of its text under `shop.transfer`. */
export type NameProblem = 'badName' | 'attributeJp' | 'jp' | 'noTransfer' | 'unknownTld'

export interface CheckedName {
  /** Punycode; null while nothing, or no name, was typed. */
  name: string | null
  tld: string
  /** Of the price list; null when it has none. */
  yen: number | null
  problem: NameProblem | null
}

export function checkName(typed: string, prices: readonly ListedPrice[]): CheckedName {
  if (typed.trim() === '') return { name: null, tld: '', yen: null, problem: null }
  const [found, ...more] = namesIn([typed], [], idna)
  const name = found?.name ?? null
  if (name === null || more.length > 0) return { name: null, tld: '', yen: null, problem: 'badName' }
  const tld = tldOf(name)
  if (isAttributeJp(name)) return { name, tld, yen: null, problem: 'attributeJp' }
  if (isJp(name)) return { name, tld, yen: null, problem: 'jp' }
  const price = pricesByTld(prices)(name)
  // An unread list says nothing.
  if (prices.length > 0 && price === undefined) return { name, tld, yen: null, problem: 'unknownTld' }
  const yen = price?.transfer ?? null
  // Main says of a price that cannot be paid why.
  return { name, tld, yen, problem: price?.unpayable === null && yen === null ? 'noTransfer' : null }
}
