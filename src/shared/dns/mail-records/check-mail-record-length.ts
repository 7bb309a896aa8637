import { requestFieldRules } from '#shared/api/service-limits.ts'
import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'

/** Checks the length against the limit of a record's content (API description, section "DNS record"). */
export function checkMailRecordLength(value: string): MailRecordFinding[] {
  const { max } = requestFieldRules.dnsContent
  return value.length > max ? [createMailRecordFinding('long', { n: value.length, max })] : []
}
