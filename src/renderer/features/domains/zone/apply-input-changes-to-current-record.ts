import { requestFieldRules } from '#shared/api/service-limits.ts'
import { listChangedRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { doesRecordTypeUsePriority, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { normalizeRecordInput, type RecordInput } from '#shared/dns/record-rules/check-record.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'
import { convertZoneRecordToInput } from './convert-zone-record-to-input.ts'

/**
 * Applies the user's changes (from `before` to `input`) to the current record `currentRecord`, so that changes by other
 * programs are kept. Blanks that are not sent do not count as changes.
 */
export function applyInputChangesToCurrentRecord(
  currentRecord: ZoneRecord,
  before: ZoneRecord,
  input: RecordInput,
): RecordInput {
  const sent = normalizeRecordInput(input, idna)
  const kept = listChangedRecordFields(before, input).filter((field) => sent[field] !== before[field])
  const merged: RecordInput = {
    ...convertZoneRecordToInput(currentRecord),
    ...Object.fromEntries(kept.map((field) => [field, input[field]])),
  }
  const hasUnusedPriority = kept.includes('type') && !doesRecordTypeUsePriority(merged.type)
  return hasUnusedPriority ? { ...merged, priority: requestFieldRules.dnsPriority.default } : merged
}
