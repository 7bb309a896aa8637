import { isOrganizationalTypeJpDomain, getTld } from '#shared/get-tld-and-detect-jp-domains.ts'
import type { ParsedWorld } from '#simulator/world-file-schema-and-parser.ts'

export type ParsedTld = ParsedWorld['tlds'][number]

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Returns true if the text is a registrable name: Punycode, valid labels, no Japanese characters. */
export function isWellFormedDomainName(name: string): boolean {
  const labels = name.toLowerCase().split('.')
  return labels.length >= 2 && name.length <= 253 && labels.every((part) => label.test(part))
}

/**
 * Returns the offered TLD that equals the name after its first label; null if it is not offered or is an
 * organizational-type JP domain.
 */
export function findOfferedTld(tlds: ParsedTld[], name: string): ParsedTld | null {
  if (isOrganizationalTypeJpDomain(name)) return null
  const rest = getTld(name)
  return tlds.find(({ tld }) => tld === rest) ?? null
}

/** Returns the fields that the check and the price list share. */
export function toPriceFields({ register, renew, transfer, currency, campaign_applied }: ParsedTld) {
  return { register, renew, transfer, currency, campaign_applied }
}
