import type { DomainState } from '#simulator/world-state.ts'

export function listEppStatuses(domain: DomainState): string[] {
  const statuses = [
    ...(domain.status === 'pending_create' ? ['pendingCreate'] : []),
    ...(domain.status === 'transferring' ? ['pendingTransfer'] : []),
    ...(domain.lock.isLocked ? ['clientTransferProhibited'] : []),
    ...domain.eppStatuses,
  ]
  return [...new Set(statuses)]
}
