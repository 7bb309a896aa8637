import type { PlannedDomain } from '#shared/ipc/domain-change-plans.ts'
import { hasZonePlanErrors } from './has-zone-plan-errors.ts'

/**
 * Returns the key in `newSite` of the text above the planned changes of the zone; null if none is needed. The user is
 * asked for other records only if nothing but the records is wrong. `hasWantedRecords`: the zone was compared with
 * records that the user asked for.
 */
export function getZonePlanTextKey(
  planned: PlannedDomain,
  hasWantedRecords: boolean,
): 'problem' | 'zoneBlocked' | 'zoneUnchanged' | 'noZone' | null {
  const { error, findings, changes } = planned
  if (!hasZonePlanErrors(planned)) {
    if (changes.length > 0) return null
    return hasWantedRecords ? 'zoneUnchanged' : 'noZone'
  }
  const errors = findings.filter(({ severity }) => severity === 'error')
  return error === null && errors.every(({ scope }) => scope === 'record') ? 'problem' : 'zoneBlocked'
}
