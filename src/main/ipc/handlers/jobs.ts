import type { JobRunner } from '#main/jobs/job-runner.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createJobsHandlers({ jobs }: { jobs: JobRunner }): HandlersOf<'jobs'> {
  return {
    'jobs.list': () => jobs.list(),
    'jobs.items': ({ jobId, ...page }) => jobs.items(jobId, page),
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
