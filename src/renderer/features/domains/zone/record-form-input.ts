import { recordTypes, type RecordType } from '#shared/api/dns-record-schemas.ts'
import { fieldRules } from '#shared/api/limits.ts'
import { changedFields } from '#shared/dns/records/compare-records.ts'
import { usesPriority } from '#shared/dns/records/dns-record.ts'
import { recordWarningCodes, type RecordFinding } from '#shared/dns/record-rules/record-finding-codes.ts'
import { normalizeRecordInput, checkRecord, type RecordInput } from '#shared/dns/record-rules/check-record.ts'
import type { RecordDraft } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

const { dnsTtl, dnsPriority } = fieldRules

export function emptyRecordInput(): RecordInput {
  return { type: 'A', host: '', content: '', ttl: dnsTtl.default, priority: dnsPriority.default }
}

export function recordInputOf({ type, host, content, ttl, priority }: ZoneRecord): RecordInput {
  return { type, host, content, ttl, priority }
}

export function isEditableType(type: string): type is RecordType {
  return (recordTypes as readonly string[]).includes(type)
}

/** A record as it would be sent, with all violated rules. `draft` is null while a violated rule forbids sending. */
export interface CheckedRecordInput {
  sent: RecordInput
  draft: RecordDraft | null
  findings: RecordFinding[]
}

/**
 * Normalizes the input and checks all record rules. `before`: the record to change; null for a new record. `zone`: null
 * while unknown.
 */
export function checkRecordInput(
  input: RecordInput,
  before: ZoneRecord | null,
  { domain, zone }: { domain: string; zone: readonly ZoneRecord[] | null },
): CheckedRecordInput {
  const sent = normalizeRecordInput(input, idna)
  const findings = checkRecord(sent, before, { domain, zone, idna })
  const isRefused = findings.some(({ severity }) => severity === 'error')
  return { sent, draft: isRefused ? null : (sent as RecordDraft), findings }
}

/** Text key of a finding. */
export function findingTextKey({ code }: RecordFinding): string {
  return (recordWarningCodes as readonly string[]).includes(code) ? `dns.warning.${code}` : `dns.invalid.${code}`
}

/**
 * Applies the user's changes (from `before` to `input`) to the current record `now`, so that changes by other programs
 * are kept. Blanks that are not sent do not count as changes.
 */
export function rebaseRecordChanges(now: ZoneRecord, before: ZoneRecord, input: RecordInput): RecordInput {
  const sent = normalizeRecordInput(input, idna)
  const kept = changedFields(before, input).filter((field) => sent[field] !== before[field])
  const merged: RecordInput = {
    ...recordInputOf(now),
    ...Object.fromEntries(kept.map((field) => [field, input[field]])),
  }
  const hasUnusedPriority = kept.includes('type') && !usesPriority(merged.type)
  return hasUnusedPriority ? { ...merged, priority: dnsPriority.default } : merged
}
