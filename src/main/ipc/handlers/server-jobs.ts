import type { ServerJobs } from '#main/server-jobs/server-jobs.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createServerJobsHandlers({ serverJobs }: { serverJobs: ServerJobs }): HandlersOf<'serverJobs'> {
  return {
    'serverJobs.servers': ({ accountIds }) => serverJobs.servers(accountIds),
    'serverJobs.start': (input) => serverJobs.start(input),
    'serverJobs.errorLogs': ({ jobId }) => serverJobs.errorLogs(jobId),
    'serverJobs.saveErrorLogs': async ({ jobId }) => ({ path: await serverJobs.saveErrorLogs(jobId) }),
  }
}
