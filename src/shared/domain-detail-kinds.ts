export const domainDetailKinds = ['detail', 'nameservers', 'whois', 'lock', 'zone'] as const
export type DomainDetailKind = (typeof domainDetailKinds)[number]

const activeOnly: readonly DomainDetailKind[] = ['nameservers', 'whois', 'lock']

/**
 * Whether the service gives this part of a domain in this status: name servers, Whois and lock of `active` domains only. Of zones the API
 * description says no such thing (section "Domain API").
 */
export function isDetailAvailable(facet: DomainDetailKind, status: string): boolean {
  return status === 'active' || !activeOnly.includes(facet)
}

export function availableDetailKinds(status: string): DomainDetailKind[] {
  return (['detail', 'zone', 'nameservers', 'whois', 'lock'] as const).filter((facet) =>
    isDetailAvailable(facet, status),
  )
}
