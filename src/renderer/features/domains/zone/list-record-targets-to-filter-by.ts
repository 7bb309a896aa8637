import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import { parseRecordTargets } from '#shared/parse-record-targets.ts'
import { listRecordTargetHosts } from '#shared/record-target-hosts.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/**
 * Returns the addresses and host names to which a record points, each once. Left out is what the filter of the domain
 * list cannot match: the root, a name of one label, an SPF macro.
 */
export function listRecordTargetsToFilterBy(record: Pick<DnsRecordFields, 'type' | 'content'>): string[] {
  const targets = new Set([...findIpAddresses(record.content), ...listRecordTargetHosts(record)])
  return [...targets].filter((target) => {
    const { addresses, hosts } = parseRecordTargets(target, idna)
    return addresses.length + hosts.length > 0
  })
}
