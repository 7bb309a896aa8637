import type { SeenChange } from '#shared/ipc/seen-changes.ts'
import { formatJapanTime } from '#shared/japan-time.ts'

/** Adjacent changes between the same times, as they are shown. */
export interface SeenChangesOfReading extends Pick<SeenChange, 'previousReadAt' | 'seenAt'> {
  key: string
  changes: SeenChange[]
}

/** A reading of a zone may show many changes, whose times are then shown once. Keeps the order. */
export function groupSeenChangesByReading(rows: readonly SeenChange[]): SeenChangesOfReading[] {
  const groups: (SeenChangesOfReading & { span: string })[] = []
  for (const row of rows) {
    const span = `${formatJapanTime(row.previousReadAt)} ${formatJapanTime(row.seenAt)}`
    const last = groups.at(-1)
    if (last?.span === span) last.changes.push(row)
    else
      groups.push({ span, key: String(row.id), previousReadAt: row.previousReadAt, seenAt: row.seenAt, changes: [row] })
  }
  return groups
}
