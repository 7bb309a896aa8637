import { parseDomainNames } from '#shared/extract-and-parse-domain-names.ts'
import { idna } from './browser-idna.ts'

/**
 * Returns the text as one domain name of two labels in Punycode. Null for any other text, and for a name of more
 * labels, such as `www.shop.jp` or `shop.co.jp`.
 */
export function parseTwoLabelDomainName(text: string): string | null {
  const name = parseSingleHostName(text)
  return name === null || name.split('.').length > 2 ? null : name
}

/** Returns the text as one name of two or more labels in Punycode. Null for any other text. */
export function parseSingleHostName(text: string): string | null {
  const [only, ...others] = parseDomainNames([text], [], idna, 2)
  const name = only?.name ?? null
  return name === null || others.length > 0 ? null : name
}
