import { requestFieldRules } from '#shared/api/service-limits.ts'
import { checkRecord, normalizeRecordInput } from '#shared/dns/record-rules/check-record.ts'
import type { RecordFinding } from '#shared/dns/record-rules/record-finding-codes.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/**
 * Returns the host of a TXT record with a token, as it is sent, and the first rule that it breaks. `domain`: null while
 * none is chosen.
 */
export function validateTypedHostOfVerificationRecord(
  typed: string,
  domain: string | null,
  token: string,
): { host: string; problem: RecordFinding | null } {
  const { dnsTtl, dnsPriority } = requestFieldRules
  const record = { type: 'TXT', host: typed, content: token, ttl: dnsTtl.default, priority: dnsPriority.default }
  const sent = normalizeRecordInput(record, idna)
  const findings = checkRecord(sent, null, { domain: domain ?? 'x.example', zone: null, idna })
  return { host: sent.host, problem: findings.find(({ severity }) => severity === 'error') ?? null }
}
