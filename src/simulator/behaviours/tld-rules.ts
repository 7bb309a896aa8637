import type { ParsedWorld } from '#simulator/world-file.ts'

export type TldEntry = ParsedWorld['tlds'][number]

/** Second levels of the attribute-type JP domains. */
const attributeLabels = new Set(['co', 'or', 'ne', 'ac', 'go', 'gr', 'ed', 'lg', 'ad'])

export function isAttributeTypeJpDomain(name: string): boolean {
  const labels = name.split('.')
  return labels.length >= 3 && labels.at(-1) === 'jp' && attributeLabels.has(labels.at(-2) as string)
}

export function isJpDomain(name: string): boolean {
  return name.endsWith('.jp')
}

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Whether the text is a registrable name: Punycode, valid labels, no Japanese characters. */
export function isWellFormedDomainName(name: string): boolean {
  const labels = name.toLowerCase().split('.')
  return labels.length >= 2 && name.length <= 253 && labels.every((part) => label.test(part))
}

/** The offered TLD of a name: the longest TLD that matches, with exactly one label before it. */
export function findOfferedTld(tlds: TldEntry[], name: string): TldEntry | null {
  if (isAttributeTypeJpDomain(name)) return null
  const rest = name.toLowerCase().split('.').slice(1).join('.')
  return tlds.find(({ tld }) => tld === rest) ?? null
}

/** The fields that the check and the price list share. */
export function toPriceFields({ register, renew, transfer, currency, campaign_applied }: TldEntry) {
  return { register, renew, transfer, currency, campaign_applied }
}
