import { AppError } from '#shared/app-error.ts'
import { hourMs } from '#shared/durations.ts'
import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import type { PlannedDomain, PlanSummary } from '#shared/ipc/domain-change-plans.ts'
import { getJobCallRate } from '#main/api/estimate-job-duration.ts'
import { createCancelledError, throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import { getDailyCallBudget } from '#main/inventory/sync/daily-call-budget.ts'
import type { NewJobItem } from '#main/jobs/job-kind-interface.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'
import {
  planChangesOfRequestedDomains,
  recheckAccountObstacles,
  type PlanChangesOfRequestedDomainsDeps,
  type PlannedDomainWithEdit,
} from './plan-changes-of-requested-domains.ts'
import type { DomainChangesInput } from './domain-changes-job-schemas.ts'
import { createPendingPlans } from './pending-plans.ts'
import { listDomainEditsOfPlanSource, type PlanSourceDeps } from './list-domain-edits-of-plan-source.ts'
import { summarizePlan, type PlanToSummarize } from './summarize-plan.ts'
import { removeUnneededEditParts } from './remove-unneeded-edit-parts.ts'
import {
  countCallsOfPlannedDomain,
  getTextToTypeForConfirmation,
  doesPlannedDomainHaveProblem,
  hasChangesToRun,
} from './problems-calls-and-confirmation-of-planned-domain.ts'

export interface DomainChangePlanServiceDeps extends PlanChangesOfRequestedDomainsDeps, PlanSourceDeps {
  api: Pick<ApiClient, 'call' | 'quotaUsage'>
  inventory: PlanChangesOfRequestedDomainsDeps['inventory']
  jobs: Pick<JobRunner, 'create' | 'items' | 'itemsWithInput' | 'remainingCallsByAccount'>
  clock: Clock
  emit: EmitEvent
}

/**
 * Plans of changes: computed, shown, confirmed, and then run as a job. Errors: see `shared/ipc/domain-change-plans.ts`.
 */
export interface DomainChangePlanService {
  create(input: ParsedCommandInput<'plans.create'>): Promise<PlanSummary>
  get(input: ParsedCommandInput<'plans.get'>): PlanSummary
  getDomainPage(input: ParsedCommandInput<'plans.domains'>): PageOf<PlannedDomain>
  run(input: ParsedCommandInput<'plans.run'>): Promise<{ jobId: string }>
  /**
   * Starts the job that creates a new site. The plan is of kind `new_site` and has one domain, which may need no
   * change. If `start` throws, the plan can be run again.
   */
  runNewSite<T extends { jobId: string }>(
    options: { planId: string; typed: string | null },
    start: (planned: PlannedDomainWithEdit, source: NewSiteSource) => Promise<T>,
  ): Promise<T>
  discard(planId: string): void
  /** Stops plans that are being created. */
  close(): void
}

type NewSiteSource = NonNullable<PlanToSummarize['newSite']>

const planLifetimeMs = 4 * hourMs
const maxKeptPlans = 20
const progressIntervalMs = 100

const filters = { all: () => true, changes: hasChangesToRun, problems: doesPlannedDomainHaveProblem } as const

export function createDomainChangePlanService(deps: DomainChangePlanServiceDeps): DomainChangePlanService {
  const { api, jobs, clock, emit } = deps
  const store = createPendingPlans({ clock, lifetimeMs: planLifetimeMs, maxKept: maxKeptPlans })
  const running = new Map<string, AbortController>()

  function discard(planId: string): void {
    running.get(planId)?.abort(createCancelledError())
    store.delete(planId)
  }

  /** The plan that was asked for last, and the accounts that it was checked with. */
  let checked: { plan: PlanToSummarize; accounts: string } | null = null

  /** The plan, with what the settings and keys of the accounts allow now. */
  function getPlan(planId: string): PlanToSummarize {
    const plan = store.get(planId)
    const accounts = JSON.stringify(
      deps.accounts
        .list()
        .map(({ id, label, isPaused, isReadOnly, keys }) => [
          id,
          label,
          isPaused,
          isReadOnly,
          keys.map(({ state, me }) => [state, me]),
        ]),
    )
    if (checked?.plan.planId !== planId || checked.plan.createdAt !== plan.createdAt || checked.accounts !== accounts)
      checked = { plan: { ...plan, domains: recheckAccountObstacles(deps, plan.domains) }, accounts }
    return checked.plan
  }

  function summarize(plan: PlanToSummarize, excluded: readonly number[]): PlanSummary {
    const remainingCallsByAccount = jobs.remainingCallsByAccount('domain')
    const quotaOf = (accountId: string) => {
      const { allowed: perDay, used } = getDailyCallBudget(api, accountId, 'domain', 1)
      return {
        rate: getJobCallRate(api, accountId, 'domain'),
        otherCalls: remainingCallsByAccount.get(accountId) ?? [],
        perDay,
        callsLeftToday: perDay - used,
      }
    }
    return summarizePlan(plan, new Set(excluded), quotaOf, clock.now())
  }

  return {
    async create({ planId, domains, source }) {
      discard(planId)
      const ending = new AbortController()
      const { signal } = ending
      running.set(planId, ending)
      let done = 0
      let total = domains.length
      const progress = createThrottle(clock, progressIntervalMs, () => {
        if (!signal.aborted) emit('plans.progress', { planId, done, total })
      })
      try {
        const resolved = await listDomainEditsOfPlanSource(deps, source, domains)
        throwIfCancelled(signal)
        total = resolved.domains.length
        const planned = await planChangesOfRequestedDomains(deps, resolved.domains, {
          planId,
          signal,
          onPlanned() {
            done += 1
            progress.trigger()
          },
        })
        progress.flush()
        const plan = {
          planId,
          sourceKind: source.kind,
          template: resolved.template ?? null,
          createdAt: clock.now(),
          domains: planned,
          lineFindings: [...resolved.lineFindings, ...planned.flatMap((domain) => domain.lineFindings)].sort(
            (one, other) => one.line - other.line,
          ),
          ofRemovedAccounts: resolved.ofRemovedAccounts ?? 0,
          newSite: source.kind === 'new_site' ? source : null,
          lineUnit: source.kind === 'zone_file' && source.format === 'json' ? ('record' as const) : ('line' as const),
        }
        store.add(plan)
        return summarize(getPlan(planId), [])
      } finally {
        ending.abort(createCancelledError())
        if (running.get(planId) === ending) running.delete(planId)
      }
    },

    get: ({ planId, excluded }) => summarize(getPlan(planId), excluded),

    getDomainPage({ planId, only, offset, limit }) {
      const rows = getPlan(planId).domains.filter(filters[only])
      return { rows: rows.slice(offset, offset + limit).map(toPlannedDomain), total: rows.length, offset }
    },

    async run({ planId, typed, excluded }) {
      const { sourceKind, template, domains } = getPlan(planId)
      const left = new Set(excluded)
      const included = domains.filter((domain) => hasChangesToRun(domain) && !left.has(domain.position))
      const [first] = included
      if (!first) throw refusal('nothing_to_run', 'The plan has no changes to run')
      assertTyped(included, typed)
      const subject = { sourceKind, domains: included.length, firstDomain: first.domain, template }
      return store.runOnce(planId, async () => ({
        jobId: await jobs.create('domain_changes', { subject, items: toJobItems(included) }),
      }))
    },

    async runNewSite({ planId, typed }, start) {
      const { domains, newSite } = getPlan(planId)
      const [planned] = domains
      if (!planned || newSite === null || doesPlannedDomainHaveProblem(planned))
        throw refusal('has_problem', 'The plan cannot be a part of a new site')
      assertTyped([planned], typed)
      return store.runOnce(planId, () => start(planned, newSite))
    },

    discard,
    close() {
      for (const ending of running.values()) ending.abort(createCancelledError())
    },
  }
}

function assertTyped(domains: readonly PlannedDomainWithEdit[], typed: string | null): void {
  const expected = getTextToTypeForConfirmation(domains)
  if (expected !== null && typed?.trim() !== expected)
    throw refusal('typed_confirmation', 'The plan runs only after its confirmation was typed')
}

function refusal(reason: string, message: string): AppError {
  return new AppError('conflict', message, { details: { reason } })
}

function toPlannedDomain({
  position,
  accountId,
  domain,
  changes,
  findings,
  readTimes,
  error,
}: PlannedDomainWithEdit): PlannedDomain {
  return { position, accountId, domain, changes, findings, readTimes, error }
}

/** One by one, because the input of an item may be a whole zone. */
function* toJobItems(domains: readonly PlannedDomainWithEdit[]): Generator<NewJobItem<DomainChangesInput>> {
  for (const planned of domains) {
    const { accountId, domain, changes, findings, touchedRecordsHash, fromItem } = planned
    const confirmed = findings.flatMap((finding) => (finding.needsTypedConfirmation ? [finding.code] : []))
    const input = { changes, edit: removeUnneededEditParts(planned), confirmed, touchedRecordsHash }
    yield { accountId, domain, calls: countCallsOfPlannedDomain(planned), input, fromItem }
  }
}
