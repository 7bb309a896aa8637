import { requestFieldRules } from '#shared/api/service-limits.ts'
import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import {
  pickRecordFields,
  doesRecordTypeUsePriority,
  type DnsRecordFields,
  type RecordField,
  type ZoneRecord,
} from '#shared/dns/records/dns-record.ts'
import type { RecordInput } from '#shared/dns/record-rules/check-record.ts'
import {
  pairDraftRecordsWithBase,
  compareDraftWithZone,
  type ZoneDraftRecordMatch,
} from '#shared/dns/zone-edits/compare-draft-with-zone.ts'
import type { ZoneDraftRecord, StoredZoneDraft } from '#shared/ipc/zone-drafts.ts'

/** One record of a draft. `base`: the record of the zone that it changes; null for a new record. */
export interface DraftRow {
  /** Never reused within a draft. */
  key: number
  base: ZoneRecord | null
  /**
   * The record as it was when its edit was begun. It differs from `base` while the edit would overwrite what someone
   * else changed since. It is stored in place of `base`, so that this is known when the draft is opened again.
   */
  begunOn: ZoneRecord | null
  record: RecordInput
  /** The record of the zone is to be deleted. A new record is removed from the rows instead. */
  isDeleted: boolean
}

export type DraftRows = readonly DraftRow[]
export type DraftRowState = 'same' | 'added' | 'changed' | 'deleted'

export function getDraftRowState({ base, record, isDeleted }: DraftRow): DraftRowState {
  if (isDeleted) return 'deleted'
  if (base === null) return 'added'
  return hasSameRecordFields(base, record) ? 'same' : 'changed'
}

export function countDraftRowStates(rows: DraftRows): Record<DraftRowState, number> {
  const counts = { same: 0, added: 0, changed: 0, deleted: 0 }
  for (const row of rows) counts[getDraftRowState(row)] += 1
  return counts
}

/** Returns true if nothing was typed into a new row so far. */
export function isBlankDraftRow({ base, record }: DraftRow): boolean {
  return base === null && record.host.trim() === '' && record.content.trim() === ''
}

const inputOf = ({ type, host, content, ttl, priority }: RecordInput): RecordInput => ({
  type,
  host,
  content,
  ttl,
  priority,
})

function nextKey(rows: DraftRows): number {
  return rows.reduce((largest, { key }) => Math.max(largest, key), 0) + 1
}

/** The rows of an unchanged zone, or of a stored draft. A base record that the draft lacks is to be deleted. */
export function createDraftRows(base: readonly ZoneRecord[], records: readonly ZoneDraftRecord[] | null): DraftRow[] {
  if (records === null) return base.map((record, index) => ({ key: index + 1, ...unchangedRow(record) }))
  return pairDraftRecordsWithBase(base, records).map((row, index) => ({
    ...row,
    begunOn: row.base,
    key: index + 1,
    record: inputOf(row.record),
  }))
}

function unchangedRow(base: ZoneRecord): Omit<DraftRow, 'key'> {
  return { base, begunOn: base, record: inputOf(base), isDeleted: false }
}

/** Returns the draft to store. Deleted rows are left out of its records. */
export function toStoredDraft(rows: DraftRows): Pick<StoredZoneDraft, 'base' | 'records'> {
  return {
    base: rows.flatMap(({ begunOn }) => begunOn ?? []),
    records: rows
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ record, begunOn }): ZoneDraftRecord => ({ ...inputOf(record), baseId: begunOn?.id ?? null })),
  }
}

export function editDraftRow(rows: DraftRows, key: number, record: RecordInput): DraftRows {
  return rows.map((row) => {
    if (row.key !== key) return row
    // If the record equals `begunOn`, the stored draft would contain no edit of it. `begunOn` then becomes `base`.
    const isAsBegun = row.begunOn !== null && hasSameRecordFields(row.begunOn, record)
    return { ...row, begunOn: isAsBegun ? row.base : row.begunOn, record: inputOf(record) }
  })
}

/**
 * Returns the record with a field as typed. An empty number is null. When the type changes to one without priority, the
 * priority is reset to its default.
 */
export function setTypedRecordField(record: RecordInput, field: RecordField, text: string): RecordInput {
  if (field === 'ttl' || field === 'priority') return { ...record, [field]: text.trim() === '' ? null : Number(text) }
  const losesPriority = field === 'type' && !doesRecordTypeUsePriority(text)
  return { ...record, [field]: text, ...(losesPriority && { priority: requestFieldRules.dnsPriority.default }) }
}

/** Inserts new records after a row, or at the end (`after` null). */
export function addDraftRows(rows: DraftRows, records: readonly RecordInput[], after: number | null): DraftRows {
  const first = nextKey(rows)
  const added = records.map((record, index) => ({
    key: first + index,
    base: null,
    begunOn: null,
    record: inputOf(record),
    isDeleted: false,
  }))
  const index = after === null ? -1 : rows.findIndex(({ key }) => key === after)
  return index < 0 ? [...rows, ...added] : [...rows.slice(0, index + 1), ...added, ...rows.slice(index + 1)]
}

/** Marks records of the zone for deletion, with the values that they have there, and removes new records. */
export function deleteDraftRow(rows: DraftRows, key: number): DraftRows {
  return rows.flatMap((row) => {
    if (row.key !== key) return [row]
    return row.base === null ? [] : [{ ...row, record: inputOf(row.base), isDeleted: true }]
  })
}

/** Gives a row the values that it has in the zone. */
export function restoreDraftRow(rows: DraftRows, key: number): DraftRows {
  return rows.map((row) => (row.key === key && row.base !== null ? { key, ...unchangedRow(row.base) } : row))
}

/**
 * Applies the edits to the current zone (`compareDraftWithZone`), without those that it already contains. An unchanged
 * row takes the current values. An edited record that is gone becomes a new one. `normalize`: the form in which a
 * record is sent.
 */
export function rebaseDraftRows(
  rows: DraftRows,
  currentZone: readonly ZoneRecord[],
  normalize: (record: RecordInput) => RecordInput,
): DraftRows {
  const { matches, appeared } = compareDraftWithZone(rows.map(asBegun), currentZone, normalize)
  const kept = rows.flatMap((row, index): DraftRow[] => {
    const { state, record: base, isOnlyDeletion, isChangedElsewhere } = matches[index] as ZoneDraftRecordMatch
    if (state === 'open') {
      const isDeleted = row.isDeleted || isOnlyDeletion
      const record = isDeleted && base !== null ? inputOf(base) : row.record
      return [{ ...row, base, begunOn: isChangedElsewhere ? row.begunOn : base, isDeleted, record }]
    }
    return base === null ? [] : [{ key: row.key, ...unchangedRow(base) }]
  })
  const first = nextKey(rows)
  return [...kept, ...appeared.map((base, index) => ({ key: first + index, ...unchangedRow(base) }))]
}

const asBegun = (row: DraftRow): DraftRow => ({ ...row, base: row.begunOn })

/** Counts the edits of a stored draft that the zone does not have yet. `normalize`: returns a record as it is sent. */
export function countStoredDraftEdits(
  { base, records }: Pick<StoredZoneDraft, 'base' | 'records'>,
  currentZone: readonly ZoneRecord[],
  normalize: (record: RecordInput) => RecordInput,
): Record<'added' | 'changed' | 'deleted', number> {
  const { added, changed, deleted } = countDraftRowStates(
    rebaseDraftRows(createDraftRows(base, records), currentZone, normalize),
  )
  return { added, changed, deleted }
}

/** Returns the edits, as a plan takes them. `toSentForm`: returns the form in which a record is sent. */
export function toRecordEdits<SentForm>(
  rows: DraftRows,
  toSentForm: (row: DraftRow) => SentForm,
): { before: DnsRecordFields | null; after: SentForm | null }[] {
  return rows
    .filter((row) => getDraftRowState(row) !== 'same')
    .map((row) => ({ before: row.base && pickRecordFields(row.base), after: row.isDeleted ? null : toSentForm(row) }))
}

type NamedRecord = Pick<ZoneRecord, 'type' | 'host'>

export interface EditedRecordsChangedByOthers {
  /** Records with other values, which the draft changes or deletes. */
  overwritten: NamedRecord[]
  /** Records that are gone. The draft adds them with its values. */
  addedAgain: NamedRecord[]
}

/** Returns the records that someone else changed or deleted since their edit was begun. */
export function listEditedRecordsChangedByOthers(rows: DraftRows): EditedRecordsChangedByOthers {
  const listWhere = (isListed: (begunOn: ZoneRecord, base: ZoneRecord | null) => boolean) =>
    rows.flatMap((row): NamedRecord[] => {
      const { base, begunOn } = row
      if (begunOn === null || getDraftRowState(row) === 'same' || !isListed(begunOn, base)) return []
      return [{ type: begunOn.type, host: begunOn.host }]
    })
  return {
    overwritten: listWhere((begunOn, base) => base !== null && !hasSameRecordFields(begunOn, base)),
    addedAgain: listWhere((_, base) => base === null),
  }
}

/** What a newer zone changes in a draft, except the records of `listEditedRecordsChangedByOthers`. */
export interface NewerZoneEffectsOnDraft {
  /** Records without an edit that someone else added, changed or deleted. */
  followed: NamedRecord[]
  /** Records whose edit the zone has already. */
  made: NamedRecord[]
}

export function findNewerZoneEffectsOnDraft(
  rows: DraftRows,
  currentZone: readonly ZoneRecord[],
  normalize: (record: RecordInput) => RecordInput,
): NewerZoneEffectsOnDraft {
  const { matches, appeared } = compareDraftWithZone(rows.map(asBegun), currentZone, normalize)
  const named = ({ type, host }: NamedRecord): NamedRecord => ({ type, host })
  const rowsWhere = (isFound: (row: DraftRow, match: ZoneDraftRecordMatch) => boolean) =>
    rows
      .filter((row, index) => isFound(row, matches[index] as ZoneDraftRecordMatch))
      .map(({ begunOn, record }) => named(begunOn ?? record))
  const isEdit = (row: DraftRow) => getDraftRowState(row) !== 'same'
  return {
    followed: [
      ...rowsWhere((row, { isChangedElsewhere }) => isChangedElsewhere && !isEdit(row)),
      ...appeared.map(named),
    ],
    made: rowsWhere((row, { state }) => state === 'made' && isEdit(row)),
  }
}

/** Returns true if the zone is still the one on which the rows are based. */
export function doesDraftStartFromCurrentZone(rows: DraftRows, currentZone: readonly ZoneRecord[]): boolean {
  const base = rows.flatMap(({ base: record }) => (record === null ? [] : [record]))
  const present = new Map(currentZone.map((record) => [record.id, record]))
  return (
    base.length === currentZone.length &&
    base.every((record) => {
      const current = present.get(record.id)
      return current !== undefined && hasSameRecordFields(record, current)
    })
  )
}
