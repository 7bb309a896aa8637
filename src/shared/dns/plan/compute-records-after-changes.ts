import { AppError } from '#shared/app-error.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { PlannedRecordChange } from './planned-record-change.ts'

/**
 * Returns the zone after the changes. Changed records stay where they are, new ones follow at the end. `nextId`: gives
 * the ID of each new record. Throws `conflict` when a changed or deleted record is not in the zone.
 */
export function computeRecordsAfterChanges(
  zone: readonly ZoneRecord[],
  changes: readonly PlannedRecordChange[],
  nextId: () => number,
): ZoneRecord[] {
  const records = new Map(zone.map((record) => [record.id, record]))
  for (const change of changes) {
    if (change.kind === 'add') {
      const id = nextId()
      records.set(id, { ...change.after, id })
      continue
    }
    const { id } = change.before
    if (!records.has(id)) throw new AppError('conflict', `The zone has no record with the ID ${id}`)
    if (change.kind === 'delete') records.delete(id)
    else records.set(id, { ...change.after, id })
  }
  return [...records.values()]
}
