import type { HandlersOf } from '#main/ipc/handler-types.ts'
import { exportErrorLogs, type ExportErrorLogsDeps } from '#main/server-jobs/export-error-logs.ts'
import { listAllServers } from '#main/server-jobs/list-all-servers.ts'
import { estimateServerJobs, startServerJob, type StartServerJobDeps } from '#main/server-jobs/start-server-job.ts'

export interface ServerJobsHandlersDeps extends StartServerJobDeps, ExportErrorLogsDeps {
  inventory: Parameters<typeof listAllServers>[0]
}

export function createServerJobsHandlers(deps: ServerJobsHandlersDeps): HandlersOf<'serverJobs'> {
  return {
    'serverJobs.servers': ({ accountIds }) => listAllServers(deps.inventory, accountIds),
    'serverJobs.estimate': (input) => estimateServerJobs(deps, input),
    'serverJobs.start': (input) => startServerJob(deps, input),
    'serverJobs.errorLogs': ({ jobId }) => deps.errorLogs.list(jobId),
    'serverJobs.saveErrorLogs': async ({ jobId }) => ({ path: await exportErrorLogs(deps, jobId) }),
  }
}
