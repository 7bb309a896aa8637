import type { HandlersOf } from '#main/ipc/handler-types.ts'
import {
  saveServerErrorLogsOfJob,
  type SaveServerErrorLogsOfJobDeps,
} from '#main/server-jobs/save-server-error-logs-of-job.ts'
import { queryErrorLogsOfJob } from '#main/server-jobs/query-error-logs-of-job.ts'
import { queryServersOfAccounts } from '#main/server-jobs/query-servers-of-accounts.ts'
import {
  estimateServerJobs,
  startServerJob,
  type StartServerJobDeps,
} from '#main/server-jobs/estimate-and-start-server-job.ts'

export interface ServerJobsHandlersDeps extends StartServerJobDeps, SaveServerErrorLogsOfJobDeps {
  inventory: Parameters<typeof queryServersOfAccounts>[0]
  jobs: StartServerJobDeps['jobs'] & Parameters<typeof queryErrorLogsOfJob>[0]['jobs']
}

export function createServerJobsHandlers(deps: ServerJobsHandlersDeps): HandlersOf<'serverJobs'> {
  return {
    'serverJobs.servers': ({ accountIds }) => queryServersOfAccounts(deps.inventory, accountIds),
    'serverJobs.estimate': (input) => estimateServerJobs(deps, input),
    'serverJobs.start': (input) => startServerJob(deps, input),
    'serverJobs.errorLogs': ({ jobId }) => queryErrorLogsOfJob(deps, jobId),
    'serverJobs.saveErrorLogs': async ({ jobId, labels }) => ({
      path: await saveServerErrorLogsOfJob(deps, jobId, labels),
    }),
  }
}
