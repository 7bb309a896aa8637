import { serverDetailKinds } from '#shared/domain-and-server-detail-kinds.ts'
import type { CommandOutput, ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { ServerJobKind } from '#shared/ipc/server-job-kinds.ts'
import { countCallsUntilJobEnds, estimateJobMinutes, getJobCallRate } from '#main/api/estimate-job-duration.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import { getDailyCallBudget } from '#main/inventory/sync/daily-call-budget.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'

export interface StartServerJobDeps {
  jobs: Pick<JobRunner, 'create' | 'remainingCallsByAccount'>
  api: Pick<ApiClient, 'quotaUsage'>
  clock: Pick<Clock, 'now'>
  /** The fraction of the daily limit that reading jobs may use, 0 to 1. */
  readingFraction: () => number
  inventory: Pick<InventoryStore, 'server'>
}

/** Assumed number of domains of a server, which is not known before its list is read. */
const assumedDomains = 3
/**
 * Estimated calls per server. To read a server: information and usage. Other jobs: the list of domains, and the
 * domains.
 */
const callsPerServer = {
  read_servers: serverDetailKinds.length,
  clear_caches: 1 + assumedDomains,
  read_error_logs: 1 + assumedDomains,
} as const satisfies Record<ServerJobKind, number>

/** Returns what a job of each kind would take; see `serverJobs.estimate` in the IPC contract. */
export function estimateServerJobs(
  { jobs, api, clock, readingFraction }: Pick<StartServerJobDeps, 'jobs' | 'api' | 'clock' | 'readingFraction'>,
  { servers }: ParsedCommandInput<'serverJobs.estimate'>,
): CommandOutput<'serverJobs.estimate'> {
  const remaining = jobs.remainingCallsByAccount('server')
  const byAccount = Map.groupBy(servers, ({ accountId }) => accountId)
  const estimate = (kind: ServerJobKind) => {
    const fraction = kind === 'clear_caches' ? 1 : readingFraction()
    const costs = [...byAccount].map(([accountId, own]) => {
      const calls = countCallsUntilJobEnds(own.length * callsPerServer[kind], remaining.get(accountId) ?? [])
      const { allowed, used } = getDailyCallBudget(api, accountId, 'server', fraction)
      return {
        minutes: estimateJobMinutes(calls, getJobCallRate(api, accountId, 'server'), clock.now()),
        isOverDailyLimit: calls > allowed - used,
      }
    })
    return {
      calls: servers.length * callsPerServer[kind],
      minutes: costs.some(({ isOverDailyLimit }) => isOverDailyLimit)
        ? null
        : Math.max(0, ...costs.map(({ minutes }) => minutes)),
    }
  }
  return {
    assumedDomains,
    byKind: {
      read_servers: estimate('read_servers'),
      clear_caches: estimate('clear_caches'),
      read_error_logs: estimate('read_error_logs'),
    },
  }
}

/** Starts a job with one item per server. Throws the errors of `serverJobs.start` in the IPC contract. */
export async function startServerJob(
  { jobs, inventory }: Pick<StartServerJobDeps, 'jobs' | 'inventory'>,
  { kind, servers }: ParsedCommandInput<'serverJobs.start'>,
): Promise<{ jobId: string }> {
  const [first] = servers
  for (const { accountId, servername } of servers) inventory.server(accountId, servername)
  const jobId = await jobs.create(kind, {
    subject: { sourceKind: kind, domains: servers.length, firstDomain: first?.servername ?? '', template: null },
    items: servers.map(({ accountId, servername }) => ({
      accountId,
      domain: servername,
      calls: callsPerServer[kind],
      input: {},
    })),
  })
  return { jobId }
}
