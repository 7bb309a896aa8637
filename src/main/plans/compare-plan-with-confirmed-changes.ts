import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { isSubsetOfDomainChanges, subtractDomainChanges } from './compare-domain-change-lists.ts'
import type { DomainChangesInput } from './domain-changes-job-schemas.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'
import { hashRecordsTouchedByChanges } from './hash-records-touched-by-changes.ts'
import { hasErrorFinding } from './plan-domain-changes.ts'
import type { ChangesWithFindings } from './plan-domain-setting-changes.ts'
import { doesDomainShowChange } from './determine-lost-domain-change-outcome.ts'
import { isRecordChange } from './domain-change-predicates.ts'

/**
 * Returns true if a plan made now still is what the user confirmed. It must have the confirmed changes, except for
 * deletions of records that are already deleted. It must have no finding that the user did not see. The records with
 * the hosts and types of the changes must otherwise be as the user saw them, too: the same addition beside another
 * record has another effect.
 */
export function doesPlanMatchConfirmedChanges(
  plan: ChangesWithFindings,
  { changes, confirmed, touchedRecordsHash = null }: DomainChangesInput,
  state: DomainZoneAndSettings,
): boolean {
  const { made, remaining } = separateDeletionsAlreadyMade(changes, state)
  const zoneBefore = [...(state.zone ?? []), ...made.map(({ before }) => before)]
  return (
    !hasErrorFinding(plan) &&
    (touchedRecordsHash === null || touchedRecordsHash === hashRecordsTouchedByChanges(zoneBefore, changes)) &&
    plan.changes.length === remaining.length &&
    isSubsetOfDomainChanges(plan.changes, remaining) &&
    plan.findings.every(({ code, needsTypedConfirmation }) => !needsTypedConfirmation || confirmed.includes(code))
  )
}

type Deletion = Extract<DomainChange, { kind: 'delete' }>

/** `made`: the deletions of records that are no longer in the zone. `remaining`: the other changes, in their order. */
export function separateDeletionsAlreadyMade(
  changes: readonly DomainChange[],
  state: DomainZoneAndSettings,
): { made: Deletion[]; remaining: DomainChange[] } {
  const isMadeDeletion = (change: DomainChange): change is Deletion =>
    change.kind === 'delete' && doesDomainShowChange(change, state)
  return { made: changes.filter(isMadeDeletion), remaining: changes.filter((change) => !isMadeDeletion(change)) }
}

/** Returns whether somebody has made all changes that the user confirmed. `plan`: the one made now. */
export function areChangesAlreadyMade(
  plan: ChangesWithFindings,
  changes: readonly DomainChange[],
  state: DomainZoneAndSettings,
): boolean {
  return (
    !hasErrorFinding(plan) &&
    plan.changes.length === 0 &&
    changes.every((change) => doesDomainShowChange(change, state))
  )
}

/**
 * Compares a plan made after some changes were sent with the rest of the confirmed changes. `isExplained`: the changes
 * that were sent explain the state of the zone, so nobody else has changed it.
 *
 * `isConfirmed`: the user confirmed what remains. `remaining`: the changes to make from now on. `dropped`: changes of
 * the rest that are no longer needed; somebody has made them.
 */
export function comparePlanWithUnsentConfirmedChanges(
  plan: ChangesWithFindings,
  unsentChanges: readonly DomainChange[],
  { state, isExplained }: { state: DomainZoneAndSettings; isExplained: boolean },
): { isConfirmed: boolean; remaining: DomainChange[]; dropped: DomainChange[] } {
  // If half of the changes are made, a new plan may reach the desired zone by other record changes. They must not be
  // sent after a change that may still arrive, so the confirmed record changes are kept.
  const staysAsPlanned = (change: DomainChange) => isExplained && isRecordChange(change)
  const needed = plan.changes.filter((change) => !staysAsPlanned(change))
  const dropped = subtractDomainChanges(unsentChanges, plan.changes).filter((change) => !staysAsPlanned(change))
  return {
    isConfirmed:
      !hasErrorFinding(plan) &&
      isSubsetOfDomainChanges(needed, unsentChanges) &&
      dropped.every((change) => doesDomainShowChange(change, state)),
    remaining: subtractDomainChanges(unsentChanges, dropped),
    dropped,
  }
}
