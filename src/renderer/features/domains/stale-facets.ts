import { minuteMs } from '#shared/api/limits.ts'
import { givenFacets } from '#shared/domain-facets.ts'
import type { Domain, DomainFacet } from '#shared/ipc/inventory.ts'

export const staleAfterMs = 10 * minuteMs

/** The facets worth reading when a domain is opened: those that the service did not answer lately. A failure of the network says nothing of now. */
export function staleFacets(domain: Domain, now: number): DomainFacet[] {
  return givenFacets(domain.row.status).filter((facet) => {
    const { readAt, error, errorAt } = domain[facet]
    const refusedAt = error?.kind === 'service' ? errorAt : null
    return now - Math.max(readAt ?? 0, refusedAt ?? 0) > staleAfterMs
  })
}
