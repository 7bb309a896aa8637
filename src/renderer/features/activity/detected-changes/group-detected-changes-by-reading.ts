import type { DetectedChange } from '#shared/ipc/detected-changes.ts'
import { formatJapanTime } from '#shared/japan-time.ts'

/** Neighbouring changes in the list with the same two displayed times. */
export interface DetectedChangesOfReading extends Pick<DetectedChange, 'previousReadAt' | 'detectedAt'> {
  key: string
  changes: DetectedChange[]
}

/** Groups neighbouring changes of the same reading, so that their times are shown once. Keeps the order. */
export function groupDetectedChangesByReading(rows: readonly DetectedChange[]): DetectedChangesOfReading[] {
  const groups: (DetectedChangesOfReading & { span: string })[] = []
  for (const row of rows) {
    const span = `${formatJapanTime(row.previousReadAt)} ${formatJapanTime(row.detectedAt)}`
    const last = groups.at(-1)
    if (last?.span === span) last.changes.push(row)
    else
      groups.push({
        span,
        key: String(row.id),
        previousReadAt: row.previousReadAt,
        detectedAt: row.detectedAt,
        changes: [row],
      })
  }
  return groups
}
