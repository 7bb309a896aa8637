import type { DomainChange } from '#shared/ipc/domain-changes.ts'
import { areAmong, changesNotAmong, type DomainChangesInput } from './domain-changes-item.ts'
import type { DomainState } from './domain-state.ts'
import { hasError } from './plan-domain.ts'
import type { PartPlan } from './plan-setting-changes.ts'
import { isMade, isRecordChange } from './settle-sent-change.ts'

/** Whether a plan made now has the changes that the user confirmed, and no finding that the user did not see. */
export function isAsPlanned(plan: PartPlan, { changes, confirmed }: DomainChangesInput): boolean {
  return (
    !hasError(plan) &&
    plan.changes.length === changes.length &&
    areAmong(plan.changes, changes) &&
    plan.findings.every(({ code, needsTyping }) => !needsTyping || confirmed.includes(code))
  )
}

/** Whether somebody has made all changes that the user confirmed. `plan`: the one made now. */
export function isMadeAlready(plan: PartPlan, changes: readonly DomainChange[], state: DomainState): boolean {
  return !hasError(plan) && plan.changes.length === 0 && changes.every((change) => isMade(change, state))
}

/**
 * Compares a plan made after some changes were sent with the rest of the confirmed changes. `isExplained`: the changes
 * that were sent explain the state of the zone, so nobody else has changed it.
 *
 * `isConfirmed`: the user confirmed what remains. `remaining`: the changes to make from now on. `dropped`: changes of the
 * rest that are no longer needed; somebody has made them.
 */
export function comparePlanWithRest(
  plan: PartPlan,
  rest: readonly DomainChange[],
  { state, isExplained }: { state: DomainState; isExplained: boolean },
): { isConfirmed: boolean; remaining: DomainChange[]; dropped: DomainChange[] } {
  // From a half-made zone, other changes of the same records may lead to the desired zone, too. They must not follow a
  // change that may still arrive, so the record changes stay as they are.
  const staysAsPlanned = (change: DomainChange) => isExplained && isRecordChange(change)
  const needed = plan.changes.filter((change) => !staysAsPlanned(change))
  const dropped = changesNotAmong(rest, plan.changes).filter((change) => !staysAsPlanned(change))
  return {
    isConfirmed: !hasError(plan) && areAmong(needed, rest) && dropped.every((change) => isMade(change, state)),
    remaining: changesNotAmong(rest, dropped),
    dropped,
  }
}
