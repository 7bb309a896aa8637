import type { CommandOutput, ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { ReadingCostOfDomains } from '#shared/ipc/domain-reading.ts'
import { countCallsUntilJobEnds, getJobCallRate } from '#main/api/estimate-job-duration.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import { countAffordableDetailReads } from '#main/inventory/sync/count-affordable-detail-reads.ts'
import { getDailyCallBudget } from '#main/inventory/sync/daily-call-budget.ts'
import { computeReadingJobQuotaFraction } from './daily-limit-of-reading-jobs.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'
import {
  chooseDetailsToReadOfDomains,
  type DomainToRead,
  type PlanDomainReadingDeps,
} from './choose-details-to-read-of-domains.ts'
import type { ReadDetailsInput } from './read-details-job-kind.ts'

export interface DomainReadingDeps extends PlanDomainReadingDeps {
  api: Pick<ApiClient, 'usableKeys' | 'quotaUsage' | 'findObstacle'>
  jobs: Pick<JobRunner, 'create' | 'remainingCallsByAccount'>
  clock: Pick<Clock, 'now'>
  /** Share of the daily quota that reading in the background may use, 0 to 1. */
  backgroundShare: () => number
}

/** See `domainReading.estimate` in the IPC contract. */
export async function estimateDomainReading(
  deps: DomainReadingDeps,
  { domains }: ParsedCommandInput<'domainReading.estimate'>,
): Promise<CommandOutput<'domainReading.estimate'>> {
  const { api, jobs, clock } = deps
  const plans = await chooseDetailsToReadOfDomains(deps, domains, clock.now())
  const remaining = jobs.remainingCallsByAccount('domain')
  const fraction = computeReadingJobQuotaFraction(deps.backgroundShare())
  return {
    dailyFraction: fraction,
    accounts: plans.map(({ domains: planned, ...plan }) => {
      const daily = getDailyCallBudget(api, plan.accountId, 'domain', fraction)
      const isPaused = api.findObstacle(plan.accountId, 'domain.detail')?.kind === 'paused'
      const costOf = (read: readonly DomainToRead[]): ReadingCostOfDomains => {
        const calls = read.reduce((sum, { detailKinds }) => sum + detailKinds.length, 0)
        const allowed = countAffordableDetailReads({ urgent: calls, neverRead: 0, stale: 0 }, daily, 0)
        const callsWithinDailyLimit = isPaused ? 0 : allowed
        const untilDone = countCallsUntilJobEnds(callsWithinDailyLimit, remaining.get(plan.accountId) ?? [])
        return {
          domains: read.length,
          calls,
          callsWithinDailyLimit,
          minutes:
            callsWithinDailyLimit === 0 ? 0 : untilDone / getJobCallRate(api, plan.accountId, 'domain').perMinute,
          refusedDetails: read.reduce((sum, { refusedDetails }) => sum + refusedDetails, 0),
        }
      }
      return {
        ...plan,
        isPaused,
        all: costOf(planned),
        withoutFresh: costOf(planned.filter(({ isFresh }) => !isFresh)),
      }
    }),
  }
}

/** Starts a job with one item per domain. See `domainReading.start` in the IPC contract. */
export async function startDomainReading(
  deps: DomainReadingDeps,
  { domains, leavesOutFresh }: ParsedCommandInput<'domainReading.start'>,
): Promise<CommandOutput<'domainReading.start'>> {
  const plans = await chooseDetailsToReadOfDomains(deps, domains, deps.clock.now())
  const read = plans.flatMap((plan) => plan.domains).filter(({ isFresh }) => !(leavesOutFresh && isFresh))
  const [first] = read
  if (!first) return { jobId: null, domains: 0 }
  const jobId = await deps.jobs.create('read_domains', {
    subject: { sourceKind: 'read_domains', domains: read.length, firstDomain: first.name, template: null },
    items: read.map(({ accountId, name, detailKinds }) => ({
      accountId,
      domain: name,
      calls: detailKinds.length,
      input: { detailKinds } satisfies ReadDetailsInput,
    })),
  })
  return { jobId, domains: read.length }
}
