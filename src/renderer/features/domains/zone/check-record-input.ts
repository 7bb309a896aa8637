import { recordWarningCodes, type RecordFinding } from '#shared/dns/record-rules/record-finding-codes.ts'
import { normalizeRecordInput, checkRecord, type RecordInput } from '#shared/dns/record-rules/check-record.ts'
import type { CompleteRecordInput } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** A record as it would be sent, with all violated rules. `draft` is null while a violated rule forbids sending. */
export interface CheckedRecordInput {
  sent: RecordInput
  draft: CompleteRecordInput | null
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
  return { sent, draft: isRefused ? null : (sent as CompleteRecordInput), findings }
}

export function getRecordFindingTextKey({ code }: RecordFinding): string {
  return (recordWarningCodes as readonly string[]).includes(code) ? `dns.warning.${code}` : `dns.invalid.${code}`
}
