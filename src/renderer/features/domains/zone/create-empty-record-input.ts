import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { RecordInput } from '#shared/dns/record-rules/check-record.ts'

const { dnsTtl, dnsPriority } = requestFieldRules

export function createEmptyRecordInput(): RecordInput {
  return { type: 'A', host: '', content: '', ttl: dnsTtl.default, priority: dnsPriority.default }
}
