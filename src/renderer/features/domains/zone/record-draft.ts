import { recordTypes, type RecordType } from '#shared/api/domain.ts'
import { fieldRules } from '#shared/api/limits.ts'
import { usesPriority } from '#shared/dns/record-data.ts'
import { recordFields, recordWarnings, type RecordField, type RecordFinding } from '#shared/dns/record-finding.ts'
import { asSent, checkRecord, type RecordInput } from '#shared/dns/record-rules.ts'
import type { RecordDraft } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'
import { idna } from '../../../ui/idna.ts'

const { dnsTtl, dnsPriority } = fieldRules

export function emptyInput(): RecordInput {
  return { type: 'A', host: '', content: '', ttl: dnsTtl.default, priority: dnsPriority.default }
}

export function inputOf({ type, host, content, ttl, priority }: ZoneRecord): RecordInput {
  return { type, host, content, ttl, priority }
}

export function isEditableType(type: string): type is RecordType {
  return (recordTypes as readonly string[]).includes(type)
}

/** A record as it would be sent, with every rule that it breaks; `draft` is null while one of them forbids it. */
export interface CheckedInput {
  sent: RecordInput
  draft: RecordDraft | null
  findings: RecordFinding[]
}

/** `before`: the record that is changed, null for a new one. `zone`: null while it is not known. */
export function checkInput(input: RecordInput, before: ZoneRecord | null, { domain, zone }: { domain: string; zone: readonly ZoneRecord[] | null }): CheckedInput {
  const sent = asSent(input, idna)
  const findings = checkRecord(sent, before, { domain, zone, idna })
  const isRefused = findings.some(({ severity }) => severity === 'error')
  return { sent, draft: isRefused ? null : (sent as RecordDraft), findings }
}

/** The key of the text that says a finding. */
export function textKeyOf({ code }: RecordFinding): string {
  return (recordWarnings as readonly string[]).includes(code) ? `dns.warning.${code}` : `dns.invalid.${code}`
}

/** The fields in which two records differ. */
export function changedFields(before: RecordInput, after: RecordInput): RecordField[] {
  return recordFields.filter((field) => before[field] !== after[field])
}

/** `now` with the fields in which `input` changes `before`: what another program changed meanwhile is not set back. Blanks that are not sent change nothing. */
export function changesOnto(now: ZoneRecord, before: ZoneRecord, input: RecordInput): RecordInput {
  const sent = asSent(input, idna)
  const kept = changedFields(before, input).filter((field) => sent[field] !== before[field])
  const merged: RecordInput = { ...inputOf(now), ...Object.fromEntries(kept.map((field) => [field, input[field]])) }
  const hasUnusedPriority = kept.includes('type') && !usesPriority(merged.type)
  return hasUnusedPriority ? { ...merged, priority: dnsPriority.default } : merged
}
