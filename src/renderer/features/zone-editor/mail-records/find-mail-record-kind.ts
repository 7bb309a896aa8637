import type { RecordInput } from '#shared/dns/record-rules/check-record.ts'
import { joinTxtContent } from '#shared/dns/records/txt-content.ts'

/** Returns the kind of a TXT record for mail, by its host or the beginning of its value; null for other records. */
export function findMailRecordKind({ type, host, content }: RecordInput): 'spf' | 'dkim' | 'dmarc' | null {
  if (type !== 'TXT') return null
  const name = host.toLowerCase()
  if (name === '_dmarc' || name.startsWith('_dmarc.')) return 'dmarc'
  if (/(^|\.)_domainkey(\.|$)/.test(name)) return 'dkim'
  return /^v=spf1( |$)/i.test(joinTxtContent(content)) ? 'spf' : null
}
