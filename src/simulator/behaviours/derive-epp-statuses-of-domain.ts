import type { SimulatedDomain } from '#simulator/world-state.ts'

export function listEppStatuses(domain: SimulatedDomain): string[] {
  const statuses = [
    ...(domain.status === 'pending_create' ? ['pendingCreate'] : []),
    ...(domain.status === 'transferring' ? ['pendingTransfer'] : []),
    ...(domain.lock.isLocked ? ['clientTransferProhibited'] : []),
    ...domain.eppStatuses,
  ]
  return [...new Set(statuses)]
}
