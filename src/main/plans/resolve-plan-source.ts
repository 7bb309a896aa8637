import { fieldRules } from '#shared/api/limits.ts'
import { AppError, toWireError, type WireError } from '#shared/app-error.ts'
import { normalizeNameservers } from '#shared/dns/nameserver-rules.ts'
import { normalizeRecordInput } from '#shared/dns/record-rules.ts'
import { builtInTemplates, isBuiltInTemplateId } from '#shared/dns/templates/built-in-templates.ts'
import { expandTemplate } from '#shared/dns/templates/expand-template.ts'
import { isTemplateError } from '#shared/dns/templates/template-finding.ts'
import type { PlanLineFinding, PlanSource, RecordOperation } from '#shared/ipc/plans.ts'
import { resourceKey } from '#shared/resource-key.ts'
import type { Snapshot } from '#shared/ipc/snapshots.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { idna } from '#main/idna.ts'
import type { DomainRef } from '#main/inventory/domains/query-named-domains.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { emptyEdit, type DomainEdit } from './domain-edit.ts'
import { parsePlanCsv, type CsvDomain } from './parse-plan-csv.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import { readZoneFileEdits } from './read-zone-file-edits.ts'
import type { TemplateStore } from './template-store.ts'

export interface PlanSourceDeps {
  inventory: Pick<InventoryStore, 'server' | 'findDomains'>
  snapshots: Pick<SnapshotStore, 'get' | 'ofJob'>
  templates: Pick<TemplateStore, 'list'>
}

/** What a source wants of one domain. */
export interface DomainToPlan {
  accountId: string
  name: string
  edit: DomainEdit
  /** Why the source cannot be applied to the domain. */
  error?: WireError
}

export interface ResolvedSource {
  domains: DomainToPlan[]
  lineFindings: PlanLineFinding[]
}

/**
 * What a source wants of each domain. Snapshots, jobs and CSV files name their domains; `domains` then limits them, or
 * is empty. Throws `not_found` and `invalid_input`.
 */
export async function resolvePlanSource(
  deps: PlanSourceDeps,
  source: PlanSource,
  domains: readonly DomainRef[],
): Promise<ResolvedSource> {
  const forAll = (edit: Partial<DomainEdit>): ResolvedSource => ({
    domains: domains.map(({ accountId, name }) => ({ accountId, name, edit: { ...emptyEdit, ...edit } })),
    lineFindings: [],
  })
  switch (source.kind) {
    case 'records':
      return forAll({ zone: { kind: 'records', records: source.records } })
    case 'zone_file':
      return readZoneFileEdits(source, domains)
    case 'template':
      return { domains: expandForDomains(deps, source, domains), lineFindings: [] }
    case 'snapshot':
      return limitTo(domains, [deps.snapshots.get(source.snapshotId)].map(toDomainToPlan))
    case 'undo':
      return limitTo(domains, await resolveJob(deps, source.jobId))
    case 'record_operation':
      return forAll({ zone: { kind: 'operations', operations: [normalizeOperation(source.operation)] } })
    case 'nameservers':
      return forAll({ nameservers: normalizeNameservers(source.nameservers, idna) })
    case 'lock': {
      const leavesOutOneWay = domains.length > 1 && !source.includesOneWayLocks
      return forAll({ lock: { locked: source.locked, leavesOutOneWay } })
    }
    case 'whois': {
      const { privacy, fields } = source
      return forAll({ whois: { ...(privacy !== undefined && { whois_privacy: privacy }), ...(fields && { fields }) } })
    }
    case 'csv':
      return resolveCsv(deps, source, domains)
    case 'verification':
      return forAll({ zone: { kind: 'operations', operations: [createVerificationRecord(deps, source)] } })
  }
}

/** The records of the template differ by domain, because they may contain its name. */
function expandForDomains(
  { templates }: PlanSourceDeps,
  { templateId, variables, mode }: Extract<PlanSource, { kind: 'template' }>,
  domains: readonly DomainRef[],
): DomainToPlan[] {
  const template = isBuiltInTemplateId(templateId)
    ? builtInTemplates[templateId]
    : templates.list().find(({ id }) => id === templateId)
  if (!template) throw new AppError('not_found', 'No such template', { details: { templateId } })
  return domains.map(({ accountId, name }) => {
    const { records, findings } = expandTemplate(template, variables, name, idna)
    const wrong = findings.filter(isTemplateError)
    if (wrong.length === 0) return { accountId, name, edit: { ...emptyEdit, zone: { kind: 'import', mode, records } } }
    const error = new AppError('invalid_input', 'The template cannot be applied with these values', {
      details: { findings: wrong },
    })
    return { accountId, name, edit: emptyEdit, error: toWireError(error) }
  })
}

function normalizeOperation(operation: RecordOperation): RecordOperation {
  if (operation.kind === 'add_record') return { ...operation, record: normalizeRecordInput(operation.record, idna) }
  return operation
}

function toDomainToPlan({ accountId, domain, records, nameservers, whois, lock }: Snapshot): DomainToPlan {
  return {
    accountId,
    name: domain,
    edit: {
      zone: records && { kind: 'records', records: records.map(({ id: _, ...fields }) => fields) },
      nameservers,
      whois,
      lock: lock === null ? null : { locked: lock, leavesOutOneWay: false },
    },
  }
}

/** The state of each domain before the job. A job that ran in parts took several snapshots of a domain. */
async function resolveJob({ snapshots }: PlanSourceDeps, jobId: string): Promise<DomainToPlan[]> {
  const found = new Map<string, DomainToPlan>()
  for (const { id, accountId, domain } of snapshots.ofJob(jobId)) {
    const key = resourceKey({ accountId, name: domain })
    if (!found.has(key)) found.set(key, toDomainToPlan(snapshots.get(id)))
    await yieldToEventLoop()
  }
  if (found.size === 0) throw new AppError('not_found', 'No snapshot of this job is kept', { details: { jobId } })
  return [...found.values()]
}

function limitTo(domains: readonly DomainRef[], found: DomainToPlan[]): ResolvedSource {
  const keys = new Set(domains.map(({ accountId, name }) => resourceKey({ accountId, name })))
  const limited =
    keys.size === 0 ? found : found.filter(({ accountId, name }) => keys.has(resourceKey({ accountId, name })))
  return { domains: limited, lineFindings: [] }
}

async function resolveCsv(
  { inventory }: PlanSourceDeps,
  { text, includesOneWayLocks }: Extract<PlanSource, { kind: 'csv' }>,
  domains: readonly DomainRef[],
): Promise<ResolvedSource> {
  const parsed = await parsePlanCsv(text, !includesOneWayLocks)
  const byName = Map.groupBy(
    domains.length > 0 ? domains : inventory.findDomains(parsed.domains.map(({ name }) => name)),
    ({ name }) => name,
  )
  const lineFindings = [...parsed.findings]
  const found: DomainToPlan[] = []
  for (const domain of parsed.domains) {
    const [owner, ...others] = byName.get(domain.name) ?? []
    if (owner && others.length === 0) found.push({ ...owner, edit: domain.edit })
    else
      lineFindings.push(
        createOwnerFinding(
          domain,
          owner ? 'csvDomainInSeveralAccounts' : domains.length > 0 ? 'csvDomainNotInPlan' : 'csvDomainNotFound',
        ),
      )
  }
  return { domains: found, lineFindings: lineFindings.sort((one, other) => one.line - other.line) }
}

function createOwnerFinding({ name, line, text }: CsvDomain, code: PlanLineFinding['code']): PlanLineFinding {
  return { line, text, code, severity: 'error', values: { domain: name } }
}

/** The token has no documented form besides being text (section "Server information"). */
function createVerificationRecord(
  { inventory }: PlanSourceDeps,
  { serverAccountId, servername, host }: Extract<PlanSource, { kind: 'verification' }>,
): RecordOperation {
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
    ttl: fieldRules.dnsTtl.default,
    priority: fieldRules.dnsPriority.default,
  } as const
  return { kind: 'add_record', record: normalizeRecordInput(record, idna) }
}
