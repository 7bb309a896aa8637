import { isDmarcRecord } from '#shared/dns/mail-records/dmarc-record.ts'
import { isSpfRecord } from '#shared/dns/mail-records/spf-record.ts'
import { isSameRelativeHost, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { joinTxtContent } from '#shared/dns/records/txt-content.ts'
import { createRecordFinding, type RecordFinding } from './record-finding-codes.ts'

const kinds = [
  { code: 'severalSpf', isKind: isSpfRecord },
  { code: 'severalDmarc', isKind: isDmarcRecord },
] as const

/** Returns true for an SPF, DMARC or MX record. Its effect depends on other records of the same kind at the host. */
export function isSpfDmarcOrMx({ type, content }: Pick<DnsRecordFields, 'type' | 'content'>): boolean {
  return type === 'MX' || (type === 'TXT' && kinds.some(({ isKind }) => isKind(joinTxtContent(content))))
}

/**
 * A host with several SPF or DMARC records has none that works (RFC 7208, section 4.5; RFC 7489, section 6.6.3). An MX
 * record "." says that the host receives no mail, and must be the only one (RFC 7505, section 3).
 */
export function checkMailRecordConflicts(
  { type, host, content }: DnsRecordFields,
  others: readonly DnsRecordFields[],
): RecordFinding[] {
  if (type === 'MX') {
    const beside = others.filter((other) => other.type === 'MX' && isSameRelativeHost(other.host, host))
    const isMixed = beside.some((other) => isNullMx(other.content) !== isNullMx(content))
    return isMixed ? [createRecordFinding('content', 'nullMxBesideOthers')] : []
  }
  if (type !== 'TXT') return []
  const value = joinTxtContent(content)
  return kinds
    .filter(({ isKind }) => isKind(value))
    .flatMap(({ code, isKind }) => {
      const beside = others.filter(
        (other) =>
          other.type === 'TXT' && isSameRelativeHost(other.host, host) && isKind(joinTxtContent(other.content)),
      )
      return beside.length === 0 ? [] : [createRecordFinding('content', code, { n: beside.length + 1 })]
    })
}

/** Returns true for the content of an MX record that says that its host receives no mail. */
export function isNullMx(content: string): boolean {
  return content.trim() === '.'
}
