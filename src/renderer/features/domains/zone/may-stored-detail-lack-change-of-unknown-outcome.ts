import type { DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

/**
 * Returns true if a change of unknown outcome may be missing from the stored detail: the detail was not read after it.
 */
export function mayStoredDetailLackChangeOfUnknownOutcome(domain: Domain, kind: DomainDetailKind): boolean {
  const { readAt } = domain[kind]
  const changedAt = domain.unknownChangeAt[kind]
  return changedAt !== null && readAt !== null && readAt <= changedAt
}
