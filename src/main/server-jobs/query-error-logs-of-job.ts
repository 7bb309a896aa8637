import type { JobItemFilter } from '#shared/ipc/jobs.ts'
import { maxServersPerJob, type ServerErrorLogOfJob } from '#shared/ipc/server-jobs.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'
import type { ServerErrorLogCache } from './server-error-log-cache.ts'

/** An open item of a job begins again after a restart, so that its logs are read again. */
const endedStates: readonly JobItemFilter[] = ['done', 'failed', 'unknown', 'cancelled', 'finished_later']

/** Returns the kept logs of a job, and the number of servers whose logs it has read that are not kept any more. */
export function queryErrorLogsOfJob(
  { jobs, errorLogs }: { jobs: Pick<JobRunner, 'items'>; errorLogs: Pick<ServerErrorLogCache, 'list'> },
  jobId: string,
): { logs: ServerErrorLogOfJob[]; serversWithoutLogs: number } {
  const logs = errorLogs.list(jobId)
  const kept = new Set(logs.map(({ servername }) => servername))
  const { rows } = jobs.items(jobId, { states: endedStates, offset: 0, limit: maxServersPerJob })
  const read = rows.filter(({ work }) => work !== undefined && work.done > 0)
  return { logs, serversWithoutLogs: read.filter(({ domain }) => !kept.has(domain)).length }
}
