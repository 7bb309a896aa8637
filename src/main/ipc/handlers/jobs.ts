import type { JobCsvLabels } from '#main/jobs/format-job-csv.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface JobsHandlersDeps {
  jobs: JobRunner
  exportCsv: (jobId: string, labels: JobCsvLabels) => Promise<string | null>
}

export function createJobsHandlers({ jobs, exportCsv }: JobsHandlersDeps): HandlersOf<'jobs'> {
  return {
    'jobs.list': () => jobs.list(),
    'jobs.get': ({ jobId }) => jobs.get(jobId),
    'jobs.items': ({ jobId, ...page }) => jobs.items(jobId, page),
    'jobs.exportCsv': async ({ jobId, labels }) => ({ path: await exportCsv(jobId, labels) }),
    'jobs.pause': ({ jobId }) => {
      jobs.pause(jobId)
      return null
    },
    'jobs.resume': ({ jobId }) => {
      jobs.resume(jobId)
      return null
    },
    'jobs.cancel': async ({ jobId }) => {
      await jobs.cancel(jobId)
      return null
    },
  }
}
