import type { PlannedDomain } from '#shared/ipc/domain-change-plans.ts'

/** Returns true if the zone cannot be changed as planned, so the job must not start. */
export function hasZonePlanErrors({ error, findings }: PlannedDomain): boolean {
  return error !== null || findings.some(({ severity }) => severity === 'error')
}
