import { parseDomainNames } from '#shared/parse-domain-names.ts'
import { idna } from './browser-idna.ts'

/** The one domain name that a typed text is, in Punycode; null for any other text, and for hosts below a name. */
export function parseDomainName(text: string): string | null {
  const [only, ...others] = parseDomainNames([text], [], idna, 2)
  const name = only?.name ?? null
  return name === null || others.length > 0 || name.split('.').length > 2 ? null : name
}
