import { minuteMs } from '#shared/durations.ts'
import { availableDetailKinds, type DomainDetailKind } from '#shared/domain-detail-kinds.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

export const staleAfterMs = 10 * minuteMs

/** Whether the list or an order showed another status or expiry after the contract was read. */
export function isContractOutdated({ row, detail: { data } }: Domain): boolean {
  return (
    data !== null &&
    (data.status !== row.status || (data.expiry_date !== undefined && data.expiry_date !== row.expiryDate))
  )
}

/** The facets worth reading when a domain is opened: those that the service did not answer lately, and a contract that is known to have changed. A failure of the network says nothing of now. */
export function staleDomainDetails(domain: Domain, now: number): DomainDetailKind[] {
  return availableDetailKinds(domain.row.status).filter((facet) => {
    const { readAt, error, errorAt } = domain[facet]
    if (error !== null && error.kind !== 'service') return true
    return (
      (facet === 'detail' && error === null && isContractOutdated(domain)) ||
      now - Math.max(readAt ?? 0, errorAt ?? 0) > staleAfterMs
    )
  })
}
