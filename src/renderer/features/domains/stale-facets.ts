import { minuteMs } from '#shared/api/limits.ts'
import type { Domain, DomainFacet } from '#shared/ipc/inventory.ts'

export const staleAfterMs = 10 * minuteMs

const activeOnly: readonly DomainFacet[] = ['nameservers', 'whois', 'lock']

/** Whether the service gives this facet for a domain in this state. Section "Domain API" of the API description. */
export function isFacetGiven(facet: DomainFacet, status: string): boolean {
  return status === 'active' || !activeOnly.includes(facet)
}

export function givenFacets(status: string): DomainFacet[] {
  return (['detail', 'zone', 'nameservers', 'whois', 'lock'] as const).filter((facet) => isFacetGiven(facet, status))
}

/** The facets worth reading when a domain is opened: those not tried lately. */
export function staleFacets(domain: Domain, now: number): DomainFacet[] {
  return givenFacets(domain.row.status).filter((facet) => {
    const { readAt, errorAt } = domain[facet]
    return now - Math.max(readAt ?? 0, errorAt ?? 0) > staleAfterMs
  })
}
