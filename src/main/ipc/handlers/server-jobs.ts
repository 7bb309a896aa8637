import type { HandlersOf } from '#main/ipc/handler-types.ts'
import { saveJobErrorLogs, type SaveJobErrorLogsDeps } from '#main/server-jobs/save-job-error-logs.ts'
import { queryServersOfAccounts } from '#main/server-jobs/query-servers-of-accounts.ts'
import {
  estimateServerJobs,
  startServerJob,
  type StartServerJobDeps,
} from '#main/server-jobs/estimate-and-start-server-job.ts'

export interface ServerJobsHandlersDeps extends StartServerJobDeps, SaveJobErrorLogsDeps {
  inventory: Parameters<typeof queryServersOfAccounts>[0]
}

export function createServerJobsHandlers(deps: ServerJobsHandlersDeps): HandlersOf<'serverJobs'> {
  return {
    'serverJobs.servers': ({ accountIds }) => queryServersOfAccounts(deps.inventory, accountIds),
    'serverJobs.estimate': (input) => estimateServerJobs(deps, input),
    'serverJobs.start': (input) => startServerJob(deps, input),
    'serverJobs.errorLogs': ({ jobId }) => deps.errorLogs.list(jobId),
    'serverJobs.saveErrorLogs': async ({ jobId }) => ({ path: await saveJobErrorLogs(deps, jobId) }),
  }
}
