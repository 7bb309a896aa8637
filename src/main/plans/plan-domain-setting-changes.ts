import type { WhoisFields } from '#shared/api/domain-schemas.ts'
import { findWhoisProblems, whoisFieldNames } from '#shared/api/whois-rules.ts'
import { findNameserverProblems } from '#shared/dns/nameservers/nameserver-rules.ts'
import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import { findNameserverChangeWarnings } from '#shared/dns/nameservers/nameserver-change-warnings.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { PlannedDomainFinding, domainSettingFindingCodes } from '#shared/ipc/domain-change-plans.ts'
import { idna } from '#main/node-idna.ts'
import type { DomainEdit } from './domain-edit-schema.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'

/**
 * The changes of one part of a domain, with the errors and warnings for the user. If there is an error, there are no
 * changes.
 */
export interface ChangesWithFindings {
  changes: DomainChange[]
  findings: PlannedDomainFinding[]
}

const unchanged: ChangesWithFindings = { changes: [], findings: [] }

/**
 * Finds name servers that others have set since the plan of an unfinished item. The rest of the item would overwrite
 * them.
 */
export function findNameserversSetElsewhere(
  { nameservers: current }: DomainZoneAndSettings,
  plannedChanges: readonly DomainChange[],
): PlannedDomainFinding[] {
  const planned = plannedChanges.find((change) => change.kind === 'nameservers')
  if (!planned || current === null) return []
  if (hasSameNameservers(current, planned.before) || hasSameNameservers(current, planned.after)) return []
  return [
    createDomainSettingFinding('nameserversSetElsewhere', 'warning', { values: { nameservers: current.join(', ') } }),
  ]
}

/** Finds name servers and Whois fields that were changed again after the changes that the edit undoes. */
export function findSettingsSetAgain(
  { nameservers, whois }: DomainZoneAndSettings,
  edit: DomainEdit,
  undoneChanges: readonly DomainChange[],
): PlannedDomainFinding[] {
  const findings: PlannedDomainFinding[] = []
  const madeNameservers = undoneChanges.findLast((change) => change.kind === 'nameservers')?.after
  if (
    nameservers !== null &&
    madeNameservers &&
    edit.nameservers &&
    !hasSameNameservers(nameservers, madeNameservers) &&
    !hasSameNameservers(nameservers, edit.nameservers)
  )
    findings.push(
      createDomainSettingFinding('nameserversSetAgain', 'warning', { values: { nameservers: nameservers.join(', ') } }),
    )
  const madeFields = undoneChanges.findLast((change) => change.kind === 'whois')?.after.fields
  if (whois === null || !madeFields) return findings
  const fields = pickWhoisFieldsInOrder(whois.fields)
  for (const field of whoisFieldNames) {
    const [before, value] = [edit.whois?.fields?.[field], fields[field]]
    if (before === undefined || value === undefined || value === before || value === madeFields[field]) continue
    findings.push(
      createDomainSettingFinding('whoisFieldSetAgain', 'warning', { values: { field, value: value || '—' } }),
    )
  }
  return findings
}

export function createDomainSettingFinding(
  code: (typeof domainSettingFindingCodes)[number],
  severity: PlannedDomainFinding['severity'],
  {
    values = {},
    needsTypedConfirmation = false,
  }: Partial<Pick<PlannedDomainFinding, 'values' | 'needsTypedConfirmation'>> = {},
): PlannedDomainFinding {
  return { scope: 'setting', code, severity, values, needsTypedConfirmation, changeIndex: null }
}

function refused(...findings: PlannedDomainFinding[]): ChangesWithFindings {
  return { changes: [], findings }
}

/** The service has settings of active domains only (API description, section "Domain API"). */
function findStatusProblem({ status, listReadAt: readAt }: DomainZoneAndSettings): PlannedDomainFinding[] {
  if (status === 'active') return []
  return [createDomainSettingFinding('domainNotActive', 'error', { values: { status, readAt } })]
}

/** `after`: in the form of `normalizeNameservers`. */
export function planNameserversChange(state: DomainZoneAndSettings, after: readonly string[]): ChangesWithFindings {
  const problems = findNameserverProblems(after, idna)
  if (problems.length > 0)
    return refused(...problems.map(({ code, values }) => createDomainSettingFinding(code, 'error', { values })))
  const before = state.nameservers
  if (before !== null && hasSameNameservers(before, after)) return unchanged
  const notActive = findStatusProblem(state)
  if (notActive.length > 0 || before === null) return refused(...notActive)
  return {
    changes: [{ kind: 'nameservers', before, after: [...after] }],
    findings: findNameserverChangeWarnings(state.name, before, after, state.serviceNameservers).map(
      ({ code, values }) => createDomainSettingFinding(code, 'warning', { values }),
    ),
  }
}

/** Plans a change of the lock (API description, section "Registrar lock"). */
export function planRegistrarLockChange(
  state: DomainZoneAndSettings,
  { locked, leavesOutOneWayLocks }: NonNullable<DomainEdit['lock']>,
): ChangesWithFindings {
  const { lock } = state
  if (lock === null) return refused(...findStatusProblem(state))
  if (lock.locked === locked) return unchanged
  const problems = findStatusProblem(state)
  if (state.isRegistrarSwitchInProgress.lock) problems.push(createDomainSettingFinding('lockMigrating', 'error'))
  if (!locked && lock.unlock_blocked === true) problems.push(createDomainSettingFinding('unlockBlocked', 'error'))
  if (problems.length > 0) return refused(...problems)
  const isOneWay = locked && lock.warn_on_lock === true
  if (isOneWay && leavesOutOneWayLocks) return refused(createDomainSettingFinding('oneWayLockLeftOut', 'warning'))
  return {
    changes: [{ kind: 'lock', before: lock.locked, after: locked }],
    findings: isOneWay ? [createDomainSettingFinding('oneWayLock', 'warning', { needsTypedConfirmation: true })] : [],
  }
}

/** Plans a change of the Whois data (API description, section "Whois"). */
export function planWhoisChange(
  state: DomainZoneAndSettings,
  edit: NonNullable<DomainEdit['whois']>,
): ChangesWithFindings {
  if (!state.isWhoisEditable) {
    const { whoisRefusal: message } = state
    return refused(
      message
        ? createDomainSettingFinding('whoisRefusedByService', 'error', { values: { message } })
        : createDomainSettingFinding('whoisNotEditable', 'error'),
    )
  }
  const { whois } = state
  if (whois === null) return refused(...findStatusProblem(state))
  const known = pickWhoisFieldsInOrder(whois.fields)
  const isPrivate = edit.whois_privacy ?? whois.whois_privacy
  const changesPrivacy = isPrivate !== whois.whois_privacy
  const fields = { ...known, ...edit.fields }
  const changesFields = whoisFieldNames.some((field) => fields[field] !== known[field])
  if (!changesPrivacy && !changesFields) return unchanged

  const problems = findStatusProblem(state)
  if (state.isRegistrarSwitchInProgress.whois) problems.push(createDomainSettingFinding('whoisMigrating', 'error'))
  if (whois.mail_validation_required === true) problems.push(createDomainSettingFinding('whoisMailValidation', 'error'))
  if (changesPrivacy && isPrivate && whois.is_whois_privacy_available === false)
    problems.push(createDomainSettingFinding('whoisPrivacyUnavailable', 'error'))
  // Fields that are not sent are not checked by the service, but they become visible when privacy is switched off.
  const severity = changesFields ? 'error' : 'warning'
  const fieldProblems = findWhoisProblems(fields, !isPrivate).map(({ field, code }) =>
    createDomainSettingFinding(code, severity, { values: { field } }),
  )
  if (changesFields) problems.push(...fieldProblems)
  if (problems.length > 0) return refused(...problems)
  const isPublished = changesPrivacy && !isPrivate
  return {
    changes: [
      {
        kind: 'whois',
        before: { whois_privacy: whois.whois_privacy, fields: known },
        after: { ...(changesPrivacy && { whois_privacy: isPrivate }), ...(changesFields && { fields }) },
      },
    ],
    findings: isPublished ? [createDomainSettingFinding('whoisPublished', 'warning'), ...fieldProblems] : [],
  }
}

/** Returns the fields in the order of the API description. The service may write an empty map as `[]`. */
export function pickWhoisFieldsInOrder(
  fields: Readonly<Record<string, string>> | readonly never[] | undefined,
): WhoisFields {
  if (fields === undefined || Array.isArray(fields)) return {}
  const named = fields as Readonly<Record<string, string>>
  return Object.fromEntries(
    whoisFieldNames.flatMap((field) => (named[field] === undefined ? [] : [[field, named[field]]])),
  )
}
