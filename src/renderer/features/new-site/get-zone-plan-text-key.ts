import type { PlannedDomain } from '#shared/ipc/domain-change-plans.ts'
import { hasZonePlanErrors } from './has-zone-plan-errors.ts'

/**
 * Returns the key in `newSite` of the text above the planned changes of the zone; null if none is needed. The user is
 * asked for other records only if nothing but the records is wrong.
 */
export function getZonePlanTextKey(planned: PlannedDomain): 'problem' | 'zoneBlocked' | 'zoneUnchanged' | null {
  const { error, findings, changes } = planned
  if (!hasZonePlanErrors(planned)) return changes.length === 0 ? 'zoneUnchanged' : null
  const errors = findings.filter(({ severity }) => severity === 'error')
  return error === null && errors.every(({ scope }) => scope === 'record') ? 'problem' : 'zoneBlocked'
}
