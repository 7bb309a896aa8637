import type { ChangeLogFilter } from '#shared/ipc/change-log.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { Clock } from '#main/clock.ts'
import type { ChangeLog } from './change-log-store.ts'
import { formatChangeLogCsv, type ChangeLogCsvLabels } from './format-change-log-csv.ts'

export interface ExportChangeLogCsvDeps {
  changeLog: Pick<ChangeLog, 'iterate'>
  clock: Pick<Clock, 'now'>
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

/** Returns the path of the saved file; null when the user closed the dialog. */
export async function exportChangeLogCsv(
  { changeLog, clock, choosePathAndSaveFile }: ExportChangeLogCsvDeps,
  filter: ChangeLogFilter,
  labels: ChangeLogCsvLabels,
): Promise<string | null> {
  return choosePathAndSaveFile(
    `banto-activity-${formatJapanDate(clock.now())}.csv`,
    await formatChangeLogCsv(changeLog.iterate(filter), labels),
  )
}
