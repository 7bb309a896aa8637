import type { JobErrorLog } from '#shared/ipc/server-jobs.ts'

/** Logs of the newest jobs, in memory. */
export interface JobErrorLogCache {
  add(jobId: string, log: JobErrorLog): void
  list(jobId: string): JobErrorLog[]
}

const maxKeptJobs = 5

export function createJobErrorLogCache(): JobErrorLogCache {
  const jobs = new Map<string, Map<string, JobErrorLog>>()
  return {
    add(jobId, log) {
      const logs = jobs.get(jobId) ?? new Map<string, JobErrorLog>()
      jobs.set(jobId, logs.set(JSON.stringify([log.accountId, log.servername, log.domain]), log))
      const [oldest] = jobs.keys()
      if (jobs.size > maxKeptJobs && oldest !== undefined) jobs.delete(oldest)
    },
    list: (jobId) => [...(jobs.get(jobId)?.values() ?? [])],
  }
}
