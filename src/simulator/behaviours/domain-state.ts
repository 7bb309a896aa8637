import { Refusal } from '../refusal.ts'
import type { DomainState } from '../world.ts'

export function requireActive(domain: DomainState): void {
  if (domain.status !== 'active') throw new Refusal('DOMAIN_NOT_ACTIVE', `The domain is ${domain.status}`)
}

export function eppStatusesOf(domain: DomainState): string[] {
  const statuses = [
    ...(domain.status === 'pending_create' ? ['pendingCreate'] : []),
    ...(domain.status === 'transferring' ? ['pendingTransfer'] : []),
    ...(domain.lock.isLocked ? ['clientTransferProhibited'] : []),
    ...domain.eppStatuses,
  ]
  return [...new Set(statuses)]
}
