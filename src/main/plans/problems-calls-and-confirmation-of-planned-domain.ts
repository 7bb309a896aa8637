import type { PlannedDomainFinding } from '#shared/ipc/domain-change-plans.ts'
import type { PlannedDomainWithEdit } from './plan-changes-of-requested-domains.ts'
import { listDomainEditParts } from './domain-edit-schema.ts'
import { hasErrorFinding } from './plan-domain-changes.ts'
import { removeUnneededEditParts } from './remove-unneeded-edit-parts.ts'

/** Returns whether the domain could not be planned, or its changes would be refused. */
export function doesPlannedDomainHaveProblem({ error, findings }: PlannedDomainWithEdit): boolean {
  return error !== null || hasErrorFinding({ findings })
}

/** Returns whether a run of the plan changes the domain. */
export function hasChangesToRun(domain: PlannedDomainWithEdit): boolean {
  return domain.changes.length > 0 && !doesPlannedDomainHaveProblem(domain)
}

/**
 * Returns true if the plan leaves the domain out, because the registrar lock that the change would set could not be
 * undone.
 */
export function isLeftOutBecauseLockIsOneWay(domain: PlannedDomainWithEdit): boolean {
  return hasNoChangeBecauseOf('oneWayLockLeftOut', domain)
}

/** Returns whether no change is left, because the records still to change are not in the zone as they were. */
export function hasOnlyOutdatedEditsLeft(domain: PlannedDomainWithEdit): boolean {
  return hasNoChangeBecauseOf('recordOutdated', domain)
}

/** Returns whether the plan leaves the domain out, because it changes the same domain in another account. */
export function isChangedInOtherAccount(domain: PlannedDomainWithEdit): boolean {
  return hasNoChangeBecauseOf('changedInOtherAccount', domain)
}

function hasNoChangeBecauseOf(reason: PlannedDomainFinding['code'], domain: PlannedDomainWithEdit): boolean {
  const { changes, findings } = domain
  return changes.length === 0 && !doesPlannedDomainHaveProblem(domain) && findings.some(({ code }) => code === reason)
}

/** Counts one call for each change, and one for each part that is read before the changes. */
export function countCallsOfPlannedDomain(domain: PlannedDomainWithEdit): number {
  return domain.changes.length + listDomainEditParts(removeUnneededEditParts(domain)).length
}

export function doesDomainNeedTypedConfirmation({ findings }: PlannedDomainWithEdit): boolean {
  return findings.some((finding) => finding.needsTypedConfirmation)
}

/** Returns the text to type before the domains are run: the domain, or their number. Null: none. */
export function getTextToTypeForConfirmation(included: readonly PlannedDomainWithEdit[]): string | null {
  const [first] = included
  if (first === undefined || !included.some(doesDomainNeedTypedConfirmation)) return null
  return included.length === 1 ? first.domain : String(included.length)
}
