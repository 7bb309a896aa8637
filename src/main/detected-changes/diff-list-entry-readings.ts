import { normalizeServiceDate } from '#shared/api/normalize-service-date.ts'
import type { DetectedChangeValues } from '#shared/ipc/detected-changes.ts'

/**
 * The values of a domain or server in a list, as they are stored. Null or undefined: the list did not show the value.
 */
export interface ListEntryReading {
  status: string
  expiry_date: string | null
  plan_id?: string | null
  plan_name?: string | null
  /** 1 or 0. */
  auto_renew?: number | null
}

/** Returns what differs between two readings of the list entry of a domain or server. */
export function diffListEntryReadings(before: ListEntryReading, after: ListEntryReading): DetectedChangeValues[] {
  const changes: DetectedChangeValues[] = []
  if (before.status !== after.status) changes.push({ field: 'status', before: before.status, after: after.status })
  if (normalizeServiceDate(before.expiry_date ?? '') !== normalizeServiceDate(after.expiry_date ?? ''))
    changes.push({ field: 'expiry', before: before.expiry_date, after: after.expiry_date })
  if (isOtherPlan(before, after)) changes.push({ field: 'plan', before: toPlan(before), after: toPlan(after) })
  const [wasOn, isOn] = [before.auto_renew ?? null, after.auto_renew ?? null]
  if (wasOn !== null && isOn !== null && wasOn !== isOn)
    changes.push({ field: 'auto_renew', before: wasOn === 1, after: isOn === 1 })
  return changes
}

/**
 * Plans are compared by their ID; by their name only if a reading showed no ID. Plans that were not shown are not
 * compared.
 */
function isOtherPlan(before: ListEntryReading, after: ListEntryReading): boolean {
  const differsIfKnown = (one: string | null, other: string | null) =>
    one !== null && other !== null ? one !== other : null
  const [oldPlan, newPlan] = [toPlan(before), toPlan(after)]
  return differsIfKnown(oldPlan.id, newPlan.id) ?? differsIfKnown(oldPlan.name, newPlan.name) ?? false
}

const toPlan = ({ plan_id: id = null, plan_name: name = null }: ListEntryReading) => ({ id, name })
