import { hasSameIdAndFields } from './compare-two-records.ts'
import type { ZoneRecord } from './dns-record.ts'

/** Returns whether both lists have the same record IDs, and each ID has the same values in both. */
export function hasSameRecordsById(one: readonly ZoneRecord[], other: readonly ZoneRecord[]): boolean {
  const byId = new Map(other.map((record) => [record.id, record]))
  return (
    one.length === other.length &&
    one.every((record) => {
      const found = byId.get(record.id)
      return found !== undefined && hasSameIdAndFields(record, found)
    })
  )
}
