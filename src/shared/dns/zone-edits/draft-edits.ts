import { hasSameFields } from '#shared/dns/records/compare-records.ts'
import type { RecordField, ZoneRecord } from '#shared/dns/records/dns-record.ts'

type TypedRecord = Readonly<Record<RecordField, string | number | null>>

/** What a draft changes about one record. `before` null: a new record. `after` null: the record is to be deleted. */
export interface DraftEdit<Typed extends TypedRecord> {
  before: ZoneRecord | null
  after: Typed | null
}

/** The edits of a stored draft. `baseId`: the record of the base that a record of the draft changes. */
export function listDraftEdits<Typed extends TypedRecord & { baseId: number | null }>(
  base: readonly ZoneRecord[],
  records: readonly Typed[],
): DraftEdit<Typed>[] {
  const kept = new Map(records.map((record) => [record.baseId, record]))
  const ofBase = base.flatMap((before): DraftEdit<Typed>[] => {
    const after = kept.get(before.id) ?? null
    return after !== null && hasSameFields(before, after) ? [] : [{ before, after }]
  })
  const known = new Set<number | null>(base.map(({ id }) => id))
  const added = records.filter(({ baseId }) => !known.has(baseId))
  return [...ofBase, ...added.map((after) => ({ before: null, after }))]
}

/** Whether a zone has every edit. `normalize`: the form in which a record is sent. */
export function areDraftEditsMade<Typed extends TypedRecord>(
  edits: readonly DraftEdit<Typed>[],
  zone: readonly ZoneRecord[],
  normalize: (record: Typed) => TypedRecord,
): boolean {
  const ids = new Set(zone.map(({ id }) => id))
  return edits.every(({ before, after }) => {
    if (after === null) return before === null || !ids.has(before.id)
    const sent = normalize(after)
    return zone.some((record) => hasSameFields(record, sent))
  })
}
