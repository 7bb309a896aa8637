/** Second-level labels of the organizational-type JP domains. */
const attributeTypeLabels = new Set(['co', 'or', 'ne', 'ac', 'go', 'gr', 'ed', 'lg', 'ad'])

/**
 * Returns true if a name is under `co.jp`, `or.jp` … Such names can be neither acquired nor transferred (API
 * description, section "Domain API").
 */
export function isOrganizationalTypeJpDomain(name: string): boolean {
  const labels = name.toLowerCase().split('.')
  return labels.length >= 3 && labels.at(-1) === 'jp' && attributeTypeLabels.has(labels.at(-2) as string)
}

export function isJpDomain(name: string): boolean {
  return name.toLowerCase().endsWith('.jp')
}

/** Returns the TLD of a registered name, in lower case: all labels except the first, such as `com` or `co.jp`. */
export function getTld(name: string): string {
  return name.toLowerCase().split('.').slice(1).join('.')
}
