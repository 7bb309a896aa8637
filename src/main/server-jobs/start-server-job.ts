import type { ParsedCommandInput } from '#shared/ipc/contract.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'

export interface StartServerJobDeps {
  jobs: Pick<JobRunner, 'create'>
  inventory: Pick<InventoryStore, 'server'>
}

/** Estimated calls per server. To read a server: information and usage. Other jobs: the list of domains, and three domains. */
const callsPerServer = { read_servers: 2, clear_caches: 4, read_error_logs: 4 } as const

/** Starts a job with one item per server. Throws the errors of `serverJobs.start` in the IPC contract. */
export async function startServerJob(
  { jobs, inventory }: StartServerJobDeps,
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
