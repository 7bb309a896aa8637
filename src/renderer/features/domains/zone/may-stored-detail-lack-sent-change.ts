import type { DomainDetailKind } from '#shared/detail-kinds.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

/** Whether a change of unknown outcome may be in the detail, because the detail was not read since. */
export function mayStoredDetailLackSentChange(domain: Domain, kind: DomainDetailKind): boolean {
  const { readAt } = domain[kind]
  const changedAt = domain.unknownChangeAt[kind]
  return changedAt !== null && readAt !== null && readAt <= changedAt
}
