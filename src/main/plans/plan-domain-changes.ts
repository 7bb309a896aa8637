import { isDomainDetailAvailable } from '#shared/domain-and-server-detail-kinds.ts'
import { classifyDelegation } from '#shared/dns/nameservers/classify-delegation.ts'
import { checkZonePlan, doFindingsNeedTypedConfirmation } from '#shared/dns/plan/check-zone-plan.ts'
import { planZone } from '#shared/dns/plan/plan-zone.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { PlannedDomainFinding } from '#shared/ipc/domain-change-plans.ts'
import { idna } from '#main/node-idna.ts'
import { computeZoneAfterEdit } from './compute-zone-after-edit.ts'
import type { DomainEdit } from './domain-edit-schema.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'
import {
  planRegistrarLockChange,
  planNameserversChange,
  planWhoisChange,
  type ChangesWithFindings,
} from './plan-domain-setting-changes.ts'

/**
 * Lists the changes that turn the current state into the edited one, in sending order, with the errors and warnings for
 * the user. A part that was not read gets no changes.
 */
export function planDomainChanges(state: DomainZoneAndSettings, edit: DomainEdit): ChangesWithFindings {
  const parts = [
    edit.whois && planWhoisChange(state, edit.whois),
    edit.zone && planZonePart(state, edit.zone, edit.nameservers),
    // The name servers are changed after the records, so that the zone is complete when it takes effect.
    edit.nameservers && planNameserversChange(state, edit.nameservers),
    edit.lock && planRegistrarLockChange(state, edit.lock),
  ]
  const changes: DomainChange[] = []
  const findings: PlannedDomainFinding[] = []
  for (const part of parts) {
    if (part === null) continue
    for (const finding of part.findings) {
      const { changeIndex } = finding
      findings.push({ ...finding, changeIndex: changeIndex === null ? null : changeIndex + changes.length })
    }
    changes.push(...part.changes)
  }
  return { changes, findings: leaveOutWarningsIfRefused(findings) }
}

/** Warnings are about the effects of the changes. With an error, no change is sent. */
export function leaveOutWarningsIfRefused(findings: PlannedDomainFinding[]): PlannedDomainFinding[] {
  return hasErrorFinding({ findings }) ? findings.filter(isError) : findings
}

/** Returns true if the changes of the domain cannot be run, because a finding is an error. */
export function hasErrorFinding({ findings }: Pick<ChangesWithFindings, 'findings'>): boolean {
  return findings.some(isError)
}

function isError({ severity }: PlannedDomainFinding): boolean {
  return severity === 'error'
}

/** `newNameservers`: those that the same edit sets; null if it does not. */
function planZonePart(
  { name, status, zone, nameservers, serviceNameservers }: DomainZoneAndSettings,
  edit: NonNullable<DomainEdit['zone']>,
  newNameservers: DomainEdit['nameservers'],
): ChangesWithFindings {
  if (zone === null) return { changes: [], findings: [] }
  // The types of records are checked with the other rules of records.
  const changes = planZone(zone, computeZoneAfterEdit(zone, edit), { domain: name }) as RecordChange[]
  const known = newNameservers ?? nameservers
  const unknown = isDomainDetailAvailable('nameservers', status) ? 'unread' : 'unreadable'
  const delegation = known ? classifyDelegation(known, serviceNameservers) : unknown
  const findings = checkZonePlan({ domain: name, zone, changes, delegation, idna }).map(
    (finding): PlannedDomainFinding => ({
      scope: finding.scope,
      code: finding.code,
      severity: finding.severity,
      values: finding.values,
      needsTypedConfirmation: doFindingsNeedTypedConfirmation([finding]),
      changeIndex: finding.scope === 'record' ? finding.change : null,
    }),
  )
  return { changes, findings }
}
