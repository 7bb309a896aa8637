import { registrarLockEppStatus } from '#shared/api/domain-schemas.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

function doContractAndLockDiffer({ detail, lock }: Domain): boolean {
  const statuses = detail.data?.epp_statuses
  return statuses !== undefined && lock.data !== null && lock.data.locked !== statuses.includes(registrarLockEppStatus)
}

/**
 * Returns true if the list or an order shows another status or expiry than the detail (the contract), which was read
 * before.
 */
export function doesContractContradictNewerList({ row, detail: { data } }: Domain): boolean {
  return (
    data !== null &&
    (data.status !== row.status || (data.expiry_date !== undefined && data.expiry_date !== row.expiryDate))
  )
}

/**
 * Returns true if the lock was read or changed after the contract, and the EPP statuses of the contract contradict the
 * lock.
 */
export function doesContractContradictNewerLock(domain: Domain): boolean {
  return doContractAndLockDiffer(domain) && (domain.lock.readAt ?? 0) > (domain.detail.readAt ?? 0)
}

/** Returns true if the contract was read after the lock, and its EPP statuses contradict the lock. */
export function doesLockContradictNewerContract(domain: Domain): boolean {
  return doContractAndLockDiffer(domain) && (domain.detail.readAt ?? 0) > (domain.lock.readAt ?? 0)
}

/** Returns true if the contract is known to have changed after it was read. It is not read again after an error. */
export function isContractRefreshDue(domain: Domain): boolean {
  return (
    domain.detail.error === null && (doesContractContradictNewerList(domain) || doesContractContradictNewerLock(domain))
  )
}
