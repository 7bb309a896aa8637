import type { DomainFacet } from './ipc/inventory.ts'

const activeOnly: readonly DomainFacet[] = ['nameservers', 'whois', 'lock']

/**
 * Whether the service gives this part of a domain in this status: name servers, Whois and lock of `active` domains only. Of zones the API
 * description says no such thing (section "Domain API").
 */
export function isFacetGiven(facet: DomainFacet, status: string): boolean {
  return status === 'active' || !activeOnly.includes(facet)
}

export function givenFacets(status: string): DomainFacet[] {
  return (['detail', 'zone', 'nameservers', 'whois', 'lock'] as const).filter((facet) => isFacetGiven(facet, status))
}
