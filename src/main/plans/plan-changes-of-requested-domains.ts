import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import { AppError, isAppError, toWireError, type WireError } from '#shared/app-error.ts'
import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { isDomainDetailAvailable } from '#shared/domain-and-server-detail-kinds.ts'
import { findAccountCallObstacle, type AccountCallObstacleReason } from '#shared/find-account-call-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import type { PlannedDomain, PlannedDomainFinding, PlanFileLineFinding } from '#shared/ipc/domain-change-plans.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import { throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import { getServiceIdentity } from '#main/api/compare-services-by-base-url.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { fetchAndStoreDetail } from '#main/inventory/sync/fetch-and-store-detail.ts'
import { listDomainEditParts, type DomainEditPart } from './domain-edit-schema.ts'
import { toDomainZoneAndSettings } from './domain-zone-and-settings.ts'
import type { RequestedDomainEdit } from './requested-domain-edit.ts'
import { findCsvLinesOfSettingsAlreadySet } from './find-csv-lines-of-settings-already-set.ts'
import { findCsvLinesMatchingNoRecord } from './find-csv-lines-matching-no-record.ts'
import { hashRecordsTouchedByChanges } from './hash-records-touched-by-changes.ts'
import { leaveOutOutdatedEdits } from './leave-out-outdated-edits.ts'
import { hasErrorFinding, leaveOutWarningsIfRefused, planDomainChanges } from './plan-domain-changes.ts'
import {
  createDomainSettingFinding,
  findNameserversSetElsewhere,
  findSettingsSetAgain,
} from './plan-domain-setting-changes.ts'

export interface PlanChangesOfRequestedDomainsDeps {
  api: Pick<ApiClient, 'call'>
  inventory: InventoryStore
  accounts: { list(): Account[] }
}

/** A domain of a plan with the edit that its changes come from. */
export interface PlannedDomainWithEdit extends PlannedDomain, Pick<RequestedDomainEdit, 'edit' | 'fromItem'> {
  /** Lines of the file that do nothing in the zone. */
  lineFindings: PlanFileLineFinding[]
  /** `hashRecordsTouchedByChanges` of the zone that the changes were computed from. */
  touchedRecordsHash: string | null
}

export interface PlanChangesOfRequestedDomainsOptions {
  planId: string
  signal: AbortSignal
  /** Called for each domain that is planned. */
  onPlanned: () => void
}

/** Maximum number of parallel reads of a plan. The API client limits them per account. */
const fetchedAtOnce = 20
/** An interactive call fails if it waits too long. With more reads than this, the calls get priority `job`. */
const maxInteractiveReads = 20

/** Returns the changes of each domain, in the given order. Throws `cancelled`. */
export async function planChangesOfRequestedDomains(
  deps: PlanChangesOfRequestedDomainsDeps,
  domains: readonly RequestedDomainEdit[],
  { planId, signal, onPlanned }: PlanChangesOfRequestedDomainsOptions,
): Promise<PlannedDomainWithEdit[]> {
  const { inventory } = deps
  const accountsById = new Map(deps.accounts.list().map((account) => [account.id, account]))
  const planned: PlannedDomainWithEdit[] = []
  const unread: { position: number; parts: DomainEditPart[] }[] = []

  function planStored(position: number, readError: WireError | null = null): void {
    const domain = domains[position] as RequestedDomainEdit
    const error = domain.error ?? readError
    planned[position] = planStoredDomain(deps, domain, position, accountsById.get(domain.accountId), error)
    onPlanned()
  }

  for (const [position, domain] of domains.entries()) {
    throwIfCancelled(signal)
    const parts = domain.error ? [] : findUnreadParts(inventory, domain)
    if (parts.length > 0) unread.push({ position, parts })
    else planStored(position)
    await yieldToEventLoop()
  }

  let remainingCalls = unread.reduce((sum, { parts }) => sum + parts.length, 0)
  const priority = remainingCalls > maxInteractiveReads ? 'job' : 'interactive'
  const runLimited = pLimit(fetchedAtOnce)
  await Promise.all(
    unread.map(({ position, parts }) =>
      runLimited(async () => {
        const { accountId, name } = domains[position] as RequestedDomainEdit
        try {
          for (const detailKind of parts) {
            throwIfCancelled(signal)
            remainingCalls -= 1
            const detail = { resourceKind: 'domain', name, detailKind } as const
            await fetchAndStoreDetail(deps, accountId, detail, {
              priority,
              signal,
              batch: { id: planId, remainingCalls },
            })
          }
          planStored(position)
        } catch (error) {
          if (signal.aborted || !isAppError(error) || isErrorCausedBy(error, 'storage')) throw error
          planStored(position, toWireError(error))
        }
      }),
    ),
  )
  throwIfCancelled(signal)
  return leaveOutRepeatedDomains(planned, domains, accountsById)
}

/**
 * Two accounts with keys of one user list the same domains. Such a domain is changed once, by the account that can
 * change it without waiting. Domains with different edits are kept, such as those of two items of a job to undo.
 */
function leaveOutRepeatedDomains(
  planned: readonly PlannedDomainWithEdit[],
  requested: readonly RequestedDomainEdit[],
  accountsById: ReadonlyMap<string, Account>,
): PlannedDomainWithEdit[] {
  const runnable = planned.filter((domain) => domain.changes.length > 0 && !domain.error && !hasErrorFinding(domain))
  const chosenByPosition = new Map<number, PlannedDomainWithEdit>()
  const serviceAndName = ({ accountId, domain }: PlannedDomainWithEdit) =>
    `${getServiceIdentity(accountsById.get(accountId)?.baseUrl ?? '')} ${domain}`
  for (const same of Map.groupBy(runnable, serviceAndName).values()) {
    const chosen = same.find(({ findings }) => !findings.some(isAccountFinding)) ?? same[0]
    for (const other of same)
      if (
        chosen &&
        other !== chosen &&
        isDeepStrictEqual(requested[other.position]?.edit, requested[chosen.position]?.edit)
      )
        chosenByPosition.set(other.position, chosen)
  }
  return planned.map((domain) => {
    const chosen = chosenByPosition.get(domain.position)
    if (!chosen) return domain
    const { accountId } = chosen
    const values = { accountId, account: accountsById.get(accountId)?.label ?? '' }
    return {
      ...domain,
      changes: [],
      touchedRecordsHash: null,
      findings: [createDomainSettingFinding('changedInOtherAccount', 'warning', { values })],
    }
  })
}

/**
 * The parts to read before the domain is planned: the parts that the edit changes and the service has. A stored part is
 * read again only if `isReadFirst` is set, or if it is a lock that a newer contract contradicts.
 */
function findUnreadParts(
  inventory: InventoryStore,
  { accountId, name, edit, isReadFirst }: RequestedDomainEdit,
): DomainEditPart[] {
  const domain = findDomain(inventory, accountId, name)
  if (!domain || domain.row.goneSince !== null) return []
  const { isWhoisEditable } = toDomainZoneAndSettings(domain)
  return listDomainEditParts(edit).filter(
    (part) =>
      (domain[part].data === null || isReadFirst === true || (part === 'lock' && isLockOutdated(domain))) &&
      isDomainDetailAvailable(part, domain.row.status) &&
      (part !== 'whois' || isWhoisEditable),
  )
}

/** The row has the state of the newer reading: of the lock, or of the contract, which contains it. */
function isLockOutdated({ row, lock }: Domain): boolean {
  return lock.data !== null && (row.isLocked ?? lock.data.locked) !== lock.data.locked
}

function findDomain(inventory: InventoryStore, accountId: string, name: string): Domain | null {
  try {
    return inventory.domain(accountId, name)
  } catch (error) {
    if (isAppError(error, 'not_found')) return null
    throw error
  }
}

/** `error`: why the domain cannot be planned. */
function planStoredDomain(
  { inventory }: PlanChangesOfRequestedDomainsDeps,
  toPlan: RequestedDomainEdit,
  position: number,
  account: Account | undefined,
  error: WireError | null,
): PlannedDomainWithEdit {
  const {
    accountId,
    name,
    edit,
    fromItem,
    recordLines = [],
    settingLines = [],
    plannedChanges = [],
    undoneChanges = [],
    sourceFindings = [],
  } = toPlan
  const empty = {
    accountId,
    edit,
    position,
    domain: name,
    changes: [],
    findings: [],
    lineFindings: [],
    touchedRecordsHash: null,
    readTimes: [],
    error,
    ...(fromItem && { fromItem }),
  }
  const domain = findDomain(inventory, accountId, name)
  if (!domain || !account) return { ...empty, error: unknownDomainError(accountId, name) }
  const readTimes = readTimesOf(domain, listDomainEditParts(edit))
  if (error) return { ...empty, readTimes }
  if (domain.row.goneSince !== null)
    return { ...empty, readTimes, findings: [createDomainSettingFinding('domainGone', 'error')] }
  const state = toDomainZoneAndSettings(domain)
  const { edit: fitting, findings: outdated } = leaveOutOutdatedEdits(state, toPlan)
  const { changes, findings } = planDomainChanges(state, fitting)
  const obstacles = findAccountObstacles(account, name, changes)
  // Without changes, the domain would count as one that already is as the source wants it.
  const ofSource =
    changes.length > 0 ? sourceFindings : sourceFindings.map((finding) => ({ ...finding, severity: 'error' as const }))
  const setElsewhere = edit.nameservers ? findNameserversSetElsewhere(state, plannedChanges) : []
  const setAgain = findSettingsSetAgain(state, edit, undoneChanges)
  const { data: zone, readAt: zoneReadAt } = domain.zone
  const lineFindings =
    zone === null || zoneReadAt === null
      ? []
      : findCsvLinesMatchingNoRecord({ zone, readAt: zoneReadAt }, edit, recordLines)
  const isRefused = hasErrorFinding({ findings })
  const settingLineFindings = isRefused ? [] : findCsvLinesOfSettingsAlreadySet(domain, settingLines)
  const isAboutNameservers = findings.some(({ code }) => code === 'zoneElsewhere' || code === 'zoneMixed')
  return {
    ...empty,
    edit: fitting,
    readTimes: isAboutNameservers ? readTimesOf(domain, [...listDomainEditParts(edit), 'nameservers']) : readTimes,
    changes,
    touchedRecordsHash: hashRecordsTouchedByChanges(zone, changes),
    lineFindings: [...lineFindings, ...settingLineFindings],
    // Obstacles of the account may end before the plan is run, so they leave out no warning.
    findings: [
      ...obstacles,
      ...leaveOutWarningsIfRefused([...ofSource, ...setElsewhere, ...setAgain, ...outdated, ...findings]),
    ],
  }
}

function readTimesOf(domain: Domain, parts: readonly DomainEditPart[]): PlannedDomain['readTimes'] {
  return [...new Set(parts)].flatMap((part) => {
    const { readAt } = domain[part]
    return readAt === null ? [] : [{ part, readAt }]
  })
}

/** Names the account that changes the domain by its present label. */
function relabelOtherAccount(finding: PlannedDomainFinding, accounts: ReadonlyMap<string, Account>) {
  const { accountId } = finding.values
  const label = accounts.get(String(accountId))?.label
  return label === undefined ? finding : { ...finding, values: { accountId: String(accountId), account: label } }
}

/**
 * Checks the planned domains again by the settings and keys of their accounts, which may have changed since the plan
 * was created. Warnings are about the effects of the changes, so a domain that cannot be run has none.
 */
export function recheckAccountObstacles(
  { accounts }: Pick<PlanChangesOfRequestedDomainsDeps, 'accounts'>,
  domains: readonly PlannedDomainWithEdit[],
): readonly PlannedDomainWithEdit[] {
  const accountsById = new Map(accounts.list().map((account) => [account.id, account]))
  return domains.map((planned) => {
    const { accountId, domain, changes } = planned
    if (changes.length === 0)
      return {
        ...planned,
        findings: planned.findings.map((finding) =>
          finding.code === 'changedInOtherAccount' ? relabelOtherAccount(finding, accountsById) : finding,
        ),
      }
    const account = accountsById.get(accountId)
    const error = account ? planned.error : (planned.error ?? unknownDomainError(accountId, domain))
    const others = planned.findings.filter((finding) => !isAccountFinding(finding))
    const findings = [...(account ? findAccountObstacles(account, domain, changes) : []), ...others]
    const isRefused = error !== null || hasErrorFinding({ findings })
    return {
      ...planned,
      error,
      findings: isRefused ? findings.filter(({ severity }) => severity === 'error') : findings,
    }
  })
}

function unknownDomainError(accountId: string, name: string): WireError {
  return toWireError(
    new AppError('not_found', `No domain ${name} is known in this account`, { details: { accountId, name } }),
  )
}

const endpointByChange = {
  add: 'domain.addRecord',
  change: 'domain.changeRecord',
  delete: 'domain.deleteRecord',
  nameservers: 'domain.setNameservers',
  lock: 'domain.setLock',
  whois: 'domain.setWhois',
} as const satisfies Record<DomainChange['kind'], EndpointName>

/** The user can remove the first two while the job waits, so they are only warnings. */
const obstacleFindings = {
  paused: ['accountPaused', 'warning'],
  read_only: ['accountReadOnly', 'warning'],
  no_keys: ['accountHasNoKey', 'error'],
  keys_refused: ['accountKeysRefused', 'error'],
  no_permission: ['accountLacksPermission', 'error'],
} as const satisfies Record<AccountCallObstacleReason, unknown>
const accountFindingCodes: ReadonlySet<string> = new Set(Object.values(obstacleFindings).map(([code]) => code))
const isAccountFinding = ({ code }: PlannedDomainFinding): boolean => accountFindingCodes.has(code)

/** Why the account cannot send the changes, by its settings, the states of its keys and their permissions. */
function findAccountObstacles(
  account: Account,
  name: string,
  changes: readonly DomainChange[],
): PlannedDomainFinding[] {
  const endpoints = new Set(changes.map(({ kind }) => endpointByChange[kind]))
  const reasons = [...endpoints].flatMap(
    (endpoint) => findAccountCallObstacle(account, getEndpoint(endpoint), { domain_name: name })?.reason ?? [],
  )
  return [...new Set(reasons)].map((reason) => {
    const [code, severity] = obstacleFindings[reason]
    return createDomainSettingFinding(code, severity)
  })
}
