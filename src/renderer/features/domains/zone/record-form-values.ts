import { recordTypes, type RecordType } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { RecordInput } from '#shared/dns/record-rules/check-record.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'

const { dnsTtl, dnsPriority } = requestFieldRules

export function createEmptyRecordInput(): RecordInput {
  return { type: 'A', host: '', content: '', ttl: dnsTtl.default, priority: dnsPriority.default }
}

export function toRecordInput({ type, host, content, ttl, priority }: ZoneRecord): RecordInput {
  return { type, host, content, ttl, priority }
}

export function isEditableRecordType(type: string): type is RecordType {
  return (recordTypes as readonly string[]).includes(type)
}
