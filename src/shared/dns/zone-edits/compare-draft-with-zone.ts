import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { recordFields, type RecordField, type ZoneRecord } from '#shared/dns/records/dns-record.ts'

type TypedRecord = Readonly<Record<RecordField, string | number | null>>

/** One record of a draft. `base`: the record of the zone that it changes; null for a new record. */
export interface DraftRecordWithBase<Typed extends TypedRecord> {
  base: ZoneRecord | null
  record: Typed
  /** The record of the zone is to be deleted. */
  isDeleted: boolean
}

/**
 * The state of one draft record compared with the current zone. `made`: the zone already has what the draft wants;
 * `record` is that record, null for a deletion. `open`: the edit is not made; `record` is what it changes or deletes,
 * null for a new record. `gone`: the zone no longer has the record, which the draft does not edit.
 */
export interface ZoneDraftRecordMatch {
  state: 'made' | 'open' | 'gone'
  record: ZoneRecord | null
  /** The record is to be deleted only: what the draft wants instead is in the zone already, as another record. */
  isOnlyDeletion: boolean
  /** Someone changed or deleted the record, and not to anything that the draft wants. */
  isChangedElsewhere: boolean
}

/**
 * Compares a draft with the zone as it is now. Records are matched by value: a plan makes the edits with the fewest
 * calls, so a deleted record may have become a new one of the draft and keep its ID. `appeared`: the records of the
 * zone that the draft does not know. `normalize`: the form in which a record is sent.
 */
export function compareDraftWithZone<Typed extends TypedRecord>(
  rows: readonly DraftRecordWithBase<Typed>[],
  currentZone: readonly ZoneRecord[],
  normalize: (record: Typed) => TypedRecord,
): { matches: ZoneDraftRecordMatch[]; appeared: ZoneRecord[] } {
  const present = new Map(currentZone.map((record) => [record.id, record]))
  const unclaimed = new Map(present)
  const own = rows.map(({ base }) => (base && present.get(base.id)) ?? null)
  const wanted = rows.map((row) => wantedOf(row, normalize))
  const found = rows.map((_, index): ZoneRecord | null => {
    const record = own[index] ?? null
    const wants = wanted[index] ?? null
    if (record === null || wants === null || !hasSameRecordFields(record, wants)) return null
    unclaimed.delete(record.id)
    return record
  })
  const left = Map.groupBy(unclaimed.values(), valueKey)
  for (const [index, wants] of wanted.entries()) {
    if (wants === null || found[index]) continue
    const record = left.get(valueKey(wants))?.shift()
    if (record === undefined) continue
    found[index] = record
    unclaimed.delete(record.id)
  }
  /** The rows keep the old records, so that these have no row yet. */
  const wantedByDeletions: ZoneRecord[] = []
  const matches = rows.map(({ base, isDeleted }, index): ZoneDraftRecordMatch => {
    const record = found[index] ?? null
    const current = own[index] ?? null
    const isFree = current !== null && unclaimed.delete(current.id)
    const wants = wanted[index] ?? null
    const isEdited = base === null || wants === null || !hasSameRecordFields(base, wants)
    const isTaken = current !== null && !isFree && current !== record
    const isChanged = base !== null && !isTaken && (current === null ? !isDeleted : !hasSameRecordFields(base, current))
    if (record !== null && isFree && isEdited) {
      wantedByDeletions.push(record)
      return { state: 'open', record: current, isOnlyDeletion: true, isChangedElsewhere: isChanged }
    }
    if (record !== null) {
      // The zone has the desired record and still has the old one, so the old one stays available for another row.
      if (isFree) unclaimed.set(current.id, current)
      return { state: 'made', record, isOnlyDeletion: false, isChangedElsewhere: false }
    }
    if (isFree)
      return {
        state: isEdited ? 'open' : 'made',
        record: current,
        isOnlyDeletion: false,
        isChangedElsewhere: isChanged,
      }
    if (isDeleted) return { state: 'made', record: null, isOnlyDeletion: false, isChangedElsewhere: false }
    return {
      state: isEdited ? 'open' : 'gone',
      record: null,
      isOnlyDeletion: false,
      isChangedElsewhere: base !== null && (isChanged || !isEdited),
    }
  })
  return { matches, appeared: [...unclaimed.values(), ...wantedByDeletions] }
}

/** Returns the records of a stored draft. `baseId`: the record of the base that a record of the draft changes. */
export function pairDraftRecordsWithBase<Typed extends TypedRecord & { baseId: number | null }>(
  base: readonly ZoneRecord[],
  records: readonly Typed[],
): DraftRecordWithBase<Typed | ZoneRecord>[] {
  const kept = new Map(records.map((record) => [record.baseId, record]))
  const known = new Set<number | null>(base.map(({ id }) => id))
  return [
    ...base.map((record) => ({ base: record, record: kept.get(record.id) ?? record, isDeleted: !kept.has(record.id) })),
    ...records.filter(({ baseId }) => !known.has(baseId)).map((record) => ({ base: null, record, isDeleted: false })),
  ]
}

/** Returns what the zone shall have; null: no record. An unchanged record is wanted as it is. */
function wantedOf<Typed extends TypedRecord>(
  { base, record, isDeleted }: DraftRecordWithBase<Typed>,
  normalize: (record: Typed) => TypedRecord,
): TypedRecord | null {
  if (isDeleted) return null
  return base !== null && hasSameRecordFields(base, record) ? base : normalize(record)
}

/** Equal for records whose fields are all equal. */
function valueKey(record: TypedRecord): string {
  return JSON.stringify(recordFields.map((field) => record[field]))
}
