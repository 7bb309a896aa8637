import type { JobItem } from '#shared/ipc/jobs.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { formatJobCsv, type JobCsvLabels } from './format-job-csv.ts'
import type { JobRunner } from './job-runner.ts'

export interface ExportJobCsvDeps {
  jobs: Pick<JobRunner, 'items'>
  clock: Pick<Clock, 'now'>
  /** The current label of an account; null when it was removed. */
  labelOf: (accountId: string) => string | null
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

/** Items per reading, few because an item may hold a whole zone. */
const itemsPerRead = 20

/** Returns the path of the saved file; null when the user closed the dialog. Throws `not_found`. */
export async function exportJobCsv(
  { jobs, clock, labelOf, choosePathAndSaveFile }: ExportJobCsvDeps,
  jobId: string,
  labels: JobCsvLabels,
): Promise<string | null> {
  async function* items(): AsyncGenerator<JobItem> {
    for (let offset = 0; ; offset += itemsPerRead) {
      const { rows } = jobs.items(jobId, { states: null, offset, limit: itemsPerRead })
      yield* rows
      if (rows.length < itemsPerRead) return
      await yieldToEventLoop()
    }
  }
  return choosePathAndSaveFile(
    `banto-job-${formatJapanDate(clock.now())}.csv`,
    await formatJobCsv(items(), labelOf, labels),
  )
}
