import { AppError } from '#shared/app-error.ts'
import type { ParsedCommandInput } from '#shared/ipc/contract.ts'
import type { Server } from '#shared/ipc/inventory.ts'
import type { JobErrorLog } from '#shared/ipc/server-jobs.ts'
import { formatJapanDate, formatJapanTime } from '#shared/japan-time.ts'
import type { Clock } from '#main/clock.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'

/** Logs of the newest jobs, in memory. */
export interface ErrorLogStore {
  keep(jobId: string, log: JobErrorLog): void
  list(jobId: string): JobErrorLog[]
}

const maxKeptJobs = 5

export function createErrorLogStore(): ErrorLogStore {
  const jobs = new Map<string, Map<string, JobErrorLog>>()
  return {
    keep(jobId, log) {
      const logs = jobs.get(jobId) ?? new Map<string, JobErrorLog>()
      jobs.set(jobId, logs.set(JSON.stringify([log.accountId, log.servername, log.domain]), log))
      const [oldest] = jobs.keys()
      if (jobs.size > maxKeptJobs && oldest !== undefined) jobs.delete(oldest)
    },
    list: (jobId) => [...(jobs.get(jobId)?.values() ?? [])],
  }
}

export interface ServerJobsDeps {
  jobs: Pick<JobRunner, 'create'>
  inventory: Pick<InventoryStore, 'server' | 'servers'>
  errorLogs: ErrorLogStore
  clock: Pick<Clock, 'now'>
  saveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

/** Work on several servers. Errors as in `ipc/server-jobs.ts`. */
export type ServerJobs = ReturnType<typeof createServerJobs>

/** Information and usage, or the list of domains and a call for some of them. */
const callsPerServer = { read_servers: 2, clear_caches: 4, read_error_logs: 4 } as const
const serversPerQuery = 500

export function createServerJobs({ jobs, inventory, errorLogs, clock, saveFile }: ServerJobsDeps) {
  return {
    servers(accountIds: string[] | null): Server[] {
      const rows = []
      for (let offset = 0, total = 1; offset < total; offset += serversPerQuery) {
        const filter = { accountIds, statuses: null, expiresWithinDays: null, tags: null, text: '' }
        const page = inventory.servers({ filter, sort: 'name', isDescending: false, offset, limit: serversPerQuery })
        total = page.total
        rows.push(...page.rows)
      }
      return rows.map(({ accountId, name }) => inventory.server(accountId, name))
    },

    async start({ kind, servers }: ParsedCommandInput<'serverJobs.start'>): Promise<{ jobId: string }> {
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
    },

    errorLogs: (jobId: string) => errorLogs.list(jobId),

    async saveErrorLogs(jobId: string): Promise<string | null> {
      const logs = errorLogs.list(jobId)
      if (logs.length === 0) throw new AppError('not_found', 'No error log of the job is kept', { details: { jobId } })
      return saveFile(`banto-error-logs-${formatJapanDate(clock.now())}.txt`, logs.map(formatLog))
    },
  }
}

function formatLog({ servername, domain, lines, readAt }: JobErrorLog): string {
  return [`# ${servername} ${domain} ${formatJapanTime(readAt)}`, ...(lines ?? []), '', ''].join('\n')
}
