/** Second levels of the attribute-type JP domains. */
const attributeTypeLabels = new Set(['co', 'or', 'ne', 'ac', 'go', 'gr', 'ed', 'lg', 'ad'])

/** `co.jp`, `or.jp` …: neither acquired nor transferred through the API (section "Domain API"). */
export function isAttributeTypeJpDomain(name: string): boolean {
  const labels = name.toLowerCase().split('.')
  return labels.length >= 3 && labels.at(-1) === 'jp' && attributeTypeLabels.has(labels.at(-2) as string)
}

export function isJpDomain(name: string): boolean {
  return name.toLowerCase().endsWith('.jp')
}

/** What a registered name stands under: all but its first label, lower case. */
export function tldOf(name: string): string {
  return name.toLowerCase().split('.').slice(1).join('.')
}
