import type { RecordType } from '#shared/api/dns-record-schemas.ts'
import { normalizeRecordInput } from '#shared/dns/record-rules/check-record.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** Returns the host and the content of the records to find, in the form in which the service has them. */
export function normalizeRecordSearchFields(type: RecordType | null, host: string, content: string) {
  const record = normalizeRecordInput({ type: type ?? 'TXT', host, content, ttl: null, priority: null }, idna)
  return { host: record.host, content: record.content }
}
