import { classifyDelegation, type Delegation } from '#shared/dns/nameservers/classify-delegation.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import { mayStoredDetailLackChangeOfUnknownOutcome } from './may-stored-detail-lack-change-of-unknown-outcome.ts'

/**
 * `readAt`: when the name servers were read. `isUncertain`: a change of the name servers with unknown outcome was sent
 * after that, so they may be out of date.
 */
export type StoredDelegation = Delegation & { readAt: number | null; isUncertain: boolean }

/** The name servers are not known of a domain that is not loaded (null), and the current ones not of a gone domain. */
export function classifyStoredDelegation(domain: Domain | null): StoredDelegation {
  if (domain === null || domain.row.goneSince !== null) return { state: 'unknown', readAt: null, isUncertain: false }
  const { nameservers, serviceNameservers } = domain
  return {
    ...classifyDelegation(nameservers.data?.nameservers ?? null, serviceNameservers),
    readAt: nameservers.readAt,
    isUncertain: mayStoredDetailLackChangeOfUnknownOutcome(domain, 'nameservers'),
  }
}
