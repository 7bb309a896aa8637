import { AppError } from '#shared/app-error.ts'
import type { ServerErrorLogOfJob } from '#shared/ipc/server-jobs.ts'
import { formatJapanDate, formatJapanTime } from '#shared/japan-time.ts'
import type { Clock } from '#main/clock.ts'
import type { ServerErrorLogCache } from './server-error-log-cache.ts'

export interface SaveServerErrorLogsOfJobDeps {
  errorLogs: Pick<ServerErrorLogCache, 'list'>
  clock: Pick<Clock, 'now'>
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

/**
 * Writes the kept logs of a job to a file. Returns its path; null if the user closed the dialog. Throws `not_found`.
 */
export async function saveServerErrorLogsOfJob(
  { errorLogs, clock, choosePathAndSaveFile }: SaveServerErrorLogsOfJobDeps,
  jobId: string,
): Promise<string | null> {
  const logs = errorLogs.list(jobId)
  if (logs.length === 0) throw new AppError('not_found', 'No error log of the job is kept', { details: { jobId } })
  return choosePathAndSaveFile(`banto-error-logs-${formatJapanDate(clock.now())}.txt`, logs.map(formatLog))
}

function formatLog({ servername, domain, lines, readAt }: ServerErrorLogOfJob): string {
  return [`# ${servername} ${domain} ${formatJapanTime(readAt)}`, ...(lines ?? []), '', ''].join('\n')
}
