import type { ServerErrorLogOfJob } from '#shared/ipc/server-jobs.ts'

/** Keeps in memory the error logs of servers that the newest jobs have read. */
export interface ServerErrorLogCache {
  add(jobId: string, log: ServerErrorLogOfJob): void
  list(jobId: string): ServerErrorLogOfJob[]
}

const maxKeptJobs = 5

export function createServerErrorLogCache(): ServerErrorLogCache {
  const jobs = new Map<string, Map<string, ServerErrorLogOfJob>>()
  return {
    add(jobId, log) {
      const logs = jobs.get(jobId) ?? new Map<string, ServerErrorLogOfJob>()
      jobs.set(jobId, logs.set(JSON.stringify([log.accountId, log.servername, log.domain]), log))
      const [oldest] = jobs.keys()
      if (jobs.size > maxKeptJobs && oldest !== undefined) jobs.delete(oldest)
    },
    list: (jobId) => [...(jobs.get(jobId)?.values() ?? [])],
  }
}
