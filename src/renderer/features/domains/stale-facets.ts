import { minuteMs } from '#shared/api/limits.ts'
import { givenFacets } from '#shared/domain-facets.ts'
import type { Domain, DomainFacet } from '#shared/ipc/inventory.ts'

export const staleAfterMs = 10 * minuteMs

/** The facets worth reading when a domain is opened: those not tried lately. */
export function staleFacets(domain: Domain, now: number): DomainFacet[] {
  return givenFacets(domain.row.status).filter((facet) => {
    const { readAt, errorAt } = domain[facet]
    return now - Math.max(readAt ?? 0, errorAt ?? 0) > staleAfterMs
  })
}
