import { requestFieldRules } from '#shared/api/service-limits.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import { findServerAddresses } from '#shared/find-addresses-in-server-information.ts'
import { normalizeNameservers } from '#shared/dns/nameservers/nameserver-rules.ts'
import { normalizeRecordInput } from '#shared/dns/record-rules/check-record.ts'
import { builtInTemplates, isBuiltInTemplateId } from '#shared/dns/templates/built-in-templates.ts'
import { expandTemplate } from '#shared/dns/templates/expand-template.ts'
import { isTemplateError } from '#shared/dns/templates/template-finding.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { PlanFileLineFinding, PlanSource, BulkZoneOperation } from '#shared/ipc/domain-change-plans.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import type { TemplateOfPlan } from '#shared/ipc/zone-templates.ts'
import type { DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'
import { idna } from '#main/node-idna.ts'
import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'
import { emptyDomainEdit, type DomainEdit, type ZoneOperation } from './domain-edit-schema.ts'
import type { RequestedDomainEdit } from './requested-domain-edit.ts'
import { parseDomainChangeCsvIntoEdits } from './parse-domain-change-csv-into-edits.ts'
import { createPointHostToAddressesOperations } from './create-point-host-to-addresses-operations.ts'
import { listEditsToFinishJob, listEditsToUndoJob, type EditsOfJob } from './list-edits-to-undo-or-finish-job.ts'
import type { DomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'
import { parseZoneFileIntoEdits } from './parse-zone-file-into-edits.ts'
import type { ZoneTemplateStore } from './zone-template-store.ts'
import { createUndoEdit } from './create-undo-edit.ts'

export interface PlanSourceDeps {
  inventory: Pick<InventoryStore, 'server' | 'findDomains' | 'findGoneDomains'>
  snapshots: Pick<DomainSnapshotStore, 'get'>
  jobs: Pick<JobRunner, 'items' | 'itemsWithInput'>
  accounts: { list(): Account[] }
  changeLog: Pick<ChangeLog, 'get'>
  templates: Pick<ZoneTemplateStore, 'list'>
}

export interface ResolvedPlanSource {
  domains: RequestedDomainEdit[]
  /** The template that the source applies. */
  template?: TemplateOfPlan
  lineFindings: PlanFileLineFinding[]
  /** Number of domains that the source names and whose account was removed. */
  ofRemovedAccounts?: number
}

/**
 * Returns the edit of each domain that a source asks for. Snapshots, jobs and CSV files name their domains; `domains`
 * then limits them, or is empty. Throws `not_found`, `invalid_input` and `change_being_sent`.
 */
export async function listDomainEditsOfPlanSource(
  deps: PlanSourceDeps,
  source: PlanSource,
  domains: readonly DomainRef[],
): Promise<ResolvedPlanSource> {
  const forAll = (edit: Partial<DomainEdit>): ResolvedPlanSource => ({
    domains: domains.map(({ accountId, name }) => ({ accountId, name, edit: { ...emptyDomainEdit, ...edit } })),
    lineFindings: [],
  })
  switch (source.kind) {
    case 'records':
      return forAll({ zone: { kind: 'edits', edits: source.edits } })
    case 'zone_file':
      return parseZoneFileIntoEdits(source, domains)
    case 'template':
      return applyTemplate(deps, source, domains)
    case 'snapshot':
      return {
        domains: limitTo(domains, [deps.snapshots.get(source.snapshotId)].map(toDomainPlanRequest)),
        lineFindings: [],
      }
    case 'undo':
      return toPlanSource(domains, await listEditsToUndoJob(deps, source.jobId))
    case 'unfinished':
      return toPlanSource(domains, await listEditsToFinishJob(deps, source.jobId))
    case 'undo_change':
      return { domains: limitTo(domains, [undoEntry(deps, source.entryId)]), lineFindings: [] }
    case 'record_operation':
      return forAll({ zone: { kind: 'operations', operations: [normalizeOperation(source.operation)] } })
    case 'nameservers':
      return forAll({ nameservers: normalizeNameservers(source.nameservers, idna) })
    case 'lock':
      return forAll({ lock: { locked: source.locked, leavesOutOneWayLocks: !source.includesOneWayLocks } })
    case 'whois': {
      const { privacy, fields } = source
      return forAll({ whois: { ...(privacy !== undefined && { whois_privacy: privacy }), ...(fields && { fields }) } })
    }
    case 'csv':
      return parseDomainChangeCsvIntoEdits(deps, source, domains)
    case 'verification':
      return forAll({ zone: { kind: 'operations', operations: [createVerificationRecord(deps, source)] } })
    case 'new_site':
      return forAll({ zone: { kind: 'operations', operations: createNewSiteOperations(deps, source) } })
  }
}

/** The records of the template differ by domain, because they may contain its name. */
function applyTemplate(
  { templates }: PlanSourceDeps,
  { templateId, variables, mode }: Extract<PlanSource, { kind: 'template' }>,
  domains: readonly DomainRef[],
): ResolvedPlanSource {
  const own = templates.list().find(({ id }) => id === templateId)
  const template = isBuiltInTemplateId(templateId) ? builtInTemplates[templateId] : own
  if (!template) throw new AppError('not_found', 'No such template', { details: { templateId } })
  const planned = domains.map(({ accountId, name }): RequestedDomainEdit => {
    const { records, findings } = expandTemplate(template, variables, name, idna)
    const wrong = findings.filter(isTemplateError)
    if (wrong.length === 0)
      return { accountId, name, edit: { ...emptyDomainEdit, zone: { kind: 'import', mode, records } } }
    const error = new AppError('invalid_input', 'The template cannot be applied with these values', {
      details: { findings: wrong },
    })
    return { accountId, name, edit: emptyDomainEdit, error: toWireError(error) }
  })
  return { domains: planned, template: { id: templateId, name: own?.name ?? null }, lineFindings: [] }
}

function normalizeOperation(operation: BulkZoneOperation): BulkZoneOperation {
  if (operation.kind === 'add_record') return { ...operation, record: normalizeRecordInput(operation.record, idna) }
  return operation
}

function toDomainPlanRequest({
  accountId,
  domain,
  records,
  nameservers,
  whois,
  lock,
}: DomainSnapshot): RequestedDomainEdit {
  return {
    accountId,
    name: domain,
    edit: {
      zone: records && { kind: 'records', records: records.map(({ id: _, ...fields }) => fields) },
      nameservers,
      whois,
      lock: lock === null ? null : { locked: lock, leavesOutOneWayLocks: false },
    },
  }
}

function undoEntry({ changeLog }: PlanSourceDeps, entryId: string): RequestedDomainEdit {
  const entry = changeLog.get(entryId)
  if (!entry || entry.change.kind === 'server' || entry.change.kind === 'console')
    throw new AppError('not_found', 'No such change of a domain', { details: { entryId } })
  // Its outcome, and with it what an undo has to change, is not known yet.
  if (entry.result === 'sending') throw new AppError('change_being_sent', 'The change to be undone is still being sent')
  return {
    accountId: entry.accountId,
    name: entry.domain,
    edit: createUndoEdit([entry.change]),
    undoneChanges: [entry.change],
    isReadFirst: entry.result === 'unknown',
  }
}

function toPlanSource(domains: readonly DomainRef[], edits: EditsOfJob): ResolvedPlanSource {
  return {
    domains: limitTo(domains, edits.domains),
    ofRemovedAccounts: limitTo(domains, edits.ofRemovedAccounts).length,
    lineFindings: [],
  }
}

function limitTo(domains: readonly DomainRef[], found: RequestedDomainEdit[]): RequestedDomainEdit[] {
  const keys = new Set(domains.map(({ accountId, name }) => getResourceKey({ accountId, name })))
  return keys.size === 0 ? found : found.filter(({ accountId, name }) => keys.has(getResourceKey({ accountId, name })))
}

/** The token has no documented form besides being text (API description, section "Server information"). */
function createVerificationRecord(
  { inventory }: PlanSourceDeps,
  { serverAccountId, servername, host }: Omit<Extract<PlanSource, { kind: 'verification' }>, 'kind'>,
): BulkZoneOperation {
  const { info } = inventory.server(serverAccountId, servername)
  const token = info.data?.['domain_validation_token']
  if (typeof token !== 'string' || token.trim() === '')
    throw new AppError('not_found', `No domain_validation_token of ${servername} is stored`, {
      details: { what: 'domain_validation_token', servername },
    })
  const record = {
    type: 'TXT',
    host,
    content: token.trim(),
    ttl: requestFieldRules.dnsTtl.default,
    priority: requestFieldRules.dnsPriority.default,
  } as const
  return { kind: 'add_record', record: normalizeRecordInput(record, idna) }
}

/** The verification first: it may have to be in the zone before the rest. */
function createNewSiteOperations(
  deps: PlanSourceDeps,
  { serverAccountId, servername, hosts, verificationHost }: Extract<PlanSource, { kind: 'new_site' }>,
): ZoneOperation[] {
  const { info } = deps.inventory.server(serverAccountId, servername)
  const addresses = findServerAddresses(info.data)
  if (hosts.length > 0 && addresses.length === 0)
    throw new AppError('not_found', `No address of ${servername} is stored`, {
      details: { what: 'ip_address', servername },
    })
  return [
    ...(verificationHost === null
      ? []
      : [createVerificationRecord(deps, { serverAccountId, servername, host: verificationHost })]),
    ...hosts.flatMap((host) => createPointHostToAddressesOperations(host, addresses)),
  ]
}
