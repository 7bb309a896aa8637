import { AppError } from '#shared/app-error.ts'
import type { ServerErrorLogLabels, ServerErrorLogOfJob } from '#shared/ipc/server-jobs.ts'
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
  labels: ServerErrorLogLabels,
): Promise<string | null> {
  const logs = errorLogs.list(jobId)
  if (logs.length === 0) throw new AppError('not_found', 'No error log of the job is kept', { details: { jobId } })
  return choosePathAndSaveFile(
    `banto-error-logs-${formatJapanDate(clock.now())}.txt`,
    logs.map((log) => formatLog(log, labels)),
  )
}

function formatLog(
  { servername, domain, lines, readAt }: ServerErrorLogOfJob,
  { empty, unknownShape, readAt: readAtText }: ServerErrorLogLabels,
): string {
  const shown = lines === null ? [unknownShape] : lines.length === 0 ? [empty] : lines
  const time = readAtText.replace('{time}', formatJapanTime(readAt))
  return [`# ${servername} ${domain} ${time}`, ...shown, '', ''].join('\n')
}
