import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-two-records.ts'
import { pickZoneRecordFields, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { DetectedChangeValues } from '#shared/ipc/detected-changes.ts'

/**
 * Lists what differs between two readings of a zone, record by record. Letter case of host names, trailing dots and the
 * order of records are no difference. A new ID of an otherwise equal record is no difference either.
 */
export function diffZoneReadings(before: readonly ZoneRecord[], after: readonly ZoneRecord[]): DetectedChangeValues[] {
  const gone = new Map(before.map((record) => [record.id, record]))
  const unmatched = [...new Map(after.map((record) => [record.id, record])).values()].filter((record) => {
    const old = gone.get(record.id)
    return !(old && buildRecordKeyWithTtl(old) === buildRecordKeyWithTtl(record) && gone.delete(record.id))
  })
  if (unmatched.length === 0 && gone.size === 0) return []
  const idsByMeaning = new Map<string, number[]>()
  for (const [id, record] of gone) {
    const meaning = buildRecordKeyWithTtl(record)
    idsByMeaning.set(meaning, [...(idsByMeaning.get(meaning) ?? []), id])
  }
  const changed = unmatched.filter((record) => {
    const sameId = idsByMeaning.get(buildRecordKeyWithTtl(record))?.pop()
    return !(sameId !== undefined && gone.delete(sameId))
  })
  const changes: DetectedChangeValues[] = changed.map((record) => {
    const old = gone.get(record.id)
    gone.delete(record.id)
    return { field: 'record', before: old ? pickZoneRecordFields(old) : null, after: pickZoneRecordFields(record) }
  })
  for (const record of gone.values())
    changes.push({ field: 'record', before: pickZoneRecordFields(record), after: null })
  return changes
}
