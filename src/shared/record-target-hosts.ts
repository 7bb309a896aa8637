import { normalizeHostName } from './host-name.ts'
import { isSpfRecord, parseSpfRecord } from '#shared/dns/mail-records/spf-record.ts'
import { findTargetHost, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { joinTxtContent } from '#shared/dns/records/txt-content.ts'

type TypeAndContent = Pick<DnsRecordFields, 'type' | 'content'>

/** Returns true if a record points to a host name or to a name below it. `host`: see `normalizeHostName`. */
export function doesRecordPointToHost(record: TypeAndContent, host: string): boolean {
  return listRecordTargetHosts(record).some((target) => target === host || target.endsWith(`.${host}`))
}

/**
 * Returns the host names to which a record points: the target of a CNAME, MX, NS or SRV record, and the domains in an
 * SPF record.
 */
export function listRecordTargetHosts(record: TypeAndContent): string[] {
  const targets = record.type === 'TXT' ? listSpfTargets(record.content) : [findTargetHost(record) ?? '']
  return targets.filter((target) => target !== '').map(normalizeHostName)
}

function listSpfTargets(content: string): string[] {
  const value = joinTxtContent(content)
  if (!isSpfRecord(value)) return []
  const terms = parseSpfRecord(value)?.terms ?? []
  return terms.flatMap((term) => {
    if (term.kind === 'mechanism') return [term.target]
    return term.kind === 'modifier' && term.name === 'redirect' ? [term.value] : []
  })
}
