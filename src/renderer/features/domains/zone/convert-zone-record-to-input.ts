import type { RecordInput } from '#shared/dns/record-rules/check-record.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'

export function convertZoneRecordToInput({ type, host, content, ttl, priority }: ZoneRecord): RecordInput {
  return { type, host, content, ttl, priority }
}
