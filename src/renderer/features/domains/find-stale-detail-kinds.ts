import { listAvailableDomainDetailKinds, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import { maxAgeBeforeRefreshOnOpenMs } from '#renderer/composables/max-age-before-refresh-on-open.ts'
import {
  doesLockContradictNewerContract,
  isContractRefreshDue,
} from './find-contract-contradictions-with-list-and-lock.ts'

/**
 * Returns true if the lock is known to have changed after it was read. It is not read again after an error. Only the
 * opening of a domain reads the lock: a service that contradicts itself would otherwise be called without an end.
 */
function isLockRefreshDue(domain: Domain): boolean {
  return domain.lock.error === null && doesLockContradictNewerContract(domain)
}

/**
 * Returns the details to read when a domain is opened. A detail is read if its last answer is older than ten minutes,
 * or if its last call failed without an answer. The contract and the lock are also read if they are known to have
 * changed.
 */
export function findStaleDetailKinds(domain: Domain, now: number): DomainDetailKind[] {
  return listAvailableDomainDetailKinds(domain.row.status).filter((detailKind) => {
    const { readAt, error, errorAt } = domain[detailKind]
    if (error !== null && error.kind !== 'service') return true
    return (
      (detailKind === 'detail' && isContractRefreshDue(domain)) ||
      (detailKind === 'lock' && isLockRefreshDue(domain)) ||
      now - Math.max(readAt ?? 0, errorAt ?? 0) > maxAgeBeforeRefreshOnOpenMs
    )
  })
}
