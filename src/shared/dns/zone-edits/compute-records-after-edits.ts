import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-two-records.ts'
import { pickRecordFields, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { pairByKey } from '#shared/dns/records/pair-by-key.ts'

/**
 * A wanted change of one record. The record is found by its values, not its ID, so that the change stays applicable
 * after others changed the zone. `before`: the record to replace; null adds a record. `after` null removes it.
 */
export interface RecordEdit {
  before: DnsRecordFields | null
  after: DnsRecordFields | null
}

/**
 * Returns the zone without the records before the edits and with the records after the edits. Applying the same edits
 * again changes nothing.
 */
export function computeRecordsAfterEdits(
  zone: readonly DnsRecordFields[],
  edits: readonly RecordEdit[],
): DnsRecordFields[] {
  const afterOf = new Map(edits.flatMap(({ before, after }) => (before === null ? [] : [[before, after] as const])))
  const { pairs, left: stays } = pairByKey(zone, [...afterOf.keys()], buildRecordKeyWithTtl)
  const beforeOf = new Map(pairs)
  const wanted = edits.flatMap(({ after }) => (after === null ? [] : [after]))
  const missing = new Set(pairByKey(wanted, stays, buildRecordKeyWithTtl).left)
  const kept = zone.flatMap((record) => {
    const before = beforeOf.get(record)
    if (before === undefined) return [pickRecordFields(record)]
    const after = afterOf.get(before) ?? null
    return after !== null && missing.delete(after) ? [pickRecordFields(after)] : []
  })
  return [...kept, ...[...missing].map(pickRecordFields)]
}

/**
 * Divides edits by whether they fit the zone. `outdated`: the zone has neither the record before the edit nor the
 * record after it. A deletion is outdated if its record is not in the zone. An addition always fits.
 */
export function separateOutdatedEdits(
  zone: readonly DnsRecordFields[],
  edits: readonly RecordEdit[],
): { fitting: RecordEdit[]; outdated: (RecordEdit & { before: DnsRecordFields })[] } {
  const present = new Set(zone.map(buildRecordKeyWithTtl))
  const isOutdated = (edit: RecordEdit): edit is RecordEdit & { before: DnsRecordFields } =>
    edit.before !== null &&
    !present.has(buildRecordKeyWithTtl(edit.before)) &&
    (edit.after === null || !present.has(buildRecordKeyWithTtl(edit.after)))
  return { fitting: edits.filter((edit) => !isOutdated(edit)), outdated: edits.filter(isOutdated) }
}
