import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import type { JobItemRef } from '#main/jobs/job-kind-interface.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'
import type { DomainChangesInput } from '#main/plans/domain-changes-job-schemas.ts'
import type { PlannedDomainWithEdit } from '#main/plans/plan-changes-of-requested-domains.ts'
import { emptyDomainEdit, type ZoneOperation } from '#main/plans/domain-edit-schema.ts'
import type { DomainChangePlanService } from '#main/plans/domain-change-plan-service.ts'
import type { NewSiteInput } from './new-site-job-schemas.ts'

export interface StartNewSiteDeps {
  plans: Pick<DomainChangePlanService, 'runNewSite'>
  jobs: Pick<JobRunner, 'create' | 'items'>
  inventory: { server(accountId: string, servername: string): unknown }
  encrypt: (text: string) => Promise<string>
}

/** Stores the job of a new site and starts it. Errors as in `ipc/new-site.ts`. */
export function startNewSite(
  { plans, jobs, inventory, encrypt }: StartNewSiteDeps,
  input: ParsedCommandInput<'newSite.start'>,
): Promise<{ jobId: string }> {
  const { planId, typed, ssl, redirectHttps, wordpress, adminPassword, unfinishedJobId } = input
  return plans.runNewSite({ planId, typed }, async (planned, source) => {
    const { serverAccountId: accountId, servername, hosts, verificationHost } = source
    inventory.server(accountId, servername)
    if (wordpress !== null && adminPassword === null)
      throw new AppError('invalid_input', 'WordPress needs a password', {
        details: { issues: [createInputIssue('adminPassword', 'wrongForm', 'missing')], hasHappened: false },
      })
    const site: NewSiteInput = {
      server: { accountId, servername },
      ssl,
      redirectHttps: ssl && redirectHttps,
      wordpress,
      hosts,
      verificationHost,
      verification: verificationHost === null ? null : partOf(planned, isOfVerification),
      dns: hosts.length === 0 ? null : partOf(planned, (type) => !isOfVerification(type)),
    }
    const sealedSecret = wordpress && adminPassword !== null ? await encrypt(adminPassword) : undefined
    return {
      jobId: await jobs.create('new_site', {
        subject: { sourceKind: 'new_site', domains: 1, firstDomain: planned.domain, template: null },
        items: [
          {
            accountId: planned.accountId,
            domain: planned.domain,
            calls: countCalls(site),
            input: site,
            fromItem: findUnfinishedItem(jobs, unfinishedJobId, planned),
            ...(sealedSecret !== undefined && { sealedSecret }),
          },
        ],
      }),
    }
  })
}

/** Undefined also if the earlier job was for another domain, or is not stored any more. */
function findUnfinishedItem(
  jobs: Pick<JobRunner, 'items'>,
  jobId: string | null,
  { accountId, domain }: Pick<PlannedDomainWithEdit, 'accountId' | 'domain'>,
): JobItemRef | undefined {
  if (jobId === null) return undefined
  try {
    const [item] = jobs.items(jobId, { states: null, offset: 0, limit: 1 }).rows
    return item?.accountId === accountId && item.domain === domain ? { jobId, position: item.position } : undefined
  } catch (error) {
    if (isAppError(error, 'not_found')) return undefined
    throw error
  }
}

/** Returns whether a record type is the type of the verification record. The records of the hosts have other types. */
function isOfVerification(type: string): boolean {
  return type === 'TXT'
}

/**
 * Returns the operations and changes of the plan whose record type passes `hasType`. They have an edit of their own,
 * because they run at another time.
 */
function partOf(
  { edit, changes, findings }: PlannedDomainWithEdit,
  hasType: (type: string) => boolean,
): DomainChangesInput | null {
  if (edit.zone?.kind !== 'operations') return null
  const operations = edit.zone.operations.filter((operation) => hasType(typeOfOperation(operation)))
  return {
    changes: changes.filter((change) => hasType(typeOfChange(change))),
    edit: { ...emptyDomainEdit, zone: { kind: 'operations', operations } },
    confirmed: findings.flatMap((finding) => (finding.needsTypedConfirmation ? [finding.code] : [])),
  }
}

function typeOfOperation(operation: ZoneOperation): string {
  return operation.kind === 'add_record'
    ? operation.record.type
    : operation.kind === 'replace_records'
      ? operation.type
      : ''
}

function typeOfChange(change: DomainChange): string {
  if (change.kind === 'add') return change.after.type
  return change.kind === 'change' || change.kind === 'delete' ? change.before.type : ''
}

/** A reading before each step, and one call for each change. */
function countCalls({ verification, dns, wordpress }: NewSiteInput): number {
  const zoneCalls = [verification, dns].reduce((sum, part) => sum + (part ? part.changes.length + 1 : 0), 0)
  return zoneCalls + 2 + (wordpress ? 2 : 0)
}
