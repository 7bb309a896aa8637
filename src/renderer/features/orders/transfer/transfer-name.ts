import { domainNameSchema, type PriceItem } from '#shared/api/domain.ts'
import { isAttributeJp, isJp, tldOf } from '#shared/names.ts'

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

/** A typed name in Punycode; null when it is none. The browser's own conversion, as for addresses. */
function toPunycode(typed: string): string | null {
  const plain = typed.normalize('NFKC').replaceAll(/[。｡．]/gu, '.').trim().toLowerCase()
  if (plain === '' || /[\s/:?#@\\%]/u.test(plain)) return null
  try {
    const { hostname } = new URL(`https://${plain}`)
    return hostname.includes('.') && !/^[\d.]+$/.test(hostname) && domainNameSchema.safeParse(hostname).success ? hostname : null
  } catch {
    return null
  }
}

export function checkName(typed: string, prices: readonly PriceItem[]): CheckedName {
  if (typed.trim() === '') return { name: null, tld: '', yen: null, problem: null }
  const name = toPunycode(typed)
  if (name === null) return { name, tld: '', yen: null, problem: 'badName' }
  const tld = tldOf(name)
  if (isAttributeJp(name)) return { name, tld, yen: null, problem: 'attributeJp' }
  if (isJp(name)) return { name, tld, yen: null, problem: 'jp' }
  const price = prices.find((item) => item.tld === tld)
  // An unread list says nothing.
  if (prices.length > 0 && price === undefined) return { name, tld, yen: null, problem: 'unknownTld' }
  const yen = price?.transfer ?? null
  return { name, tld, yen, problem: price !== undefined && yen === null ? 'noTransfer' : null }
}
