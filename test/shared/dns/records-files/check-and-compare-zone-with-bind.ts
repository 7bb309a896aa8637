import { spawnSync } from 'node:child_process'
import { normalizeHostName } from '#shared/host-name.ts'
import { normalizeIpAddress } from '#shared/ip-address.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'

/** Whether the program is there. The set-up of the tests installs it on Debian. */
export const hasNamedCheckzone = spawnSync('named-checkzone', ['-v']).status === 0

/** Only the form of the file is checked: not whether the targets exist, and not whether the names are host names. */
const options = '-i none -k ignore -m ignore -M ignore -S ignore -T ignore -W ignore'.split(' ')

/** BIND's answer to a zone file: whether it accepts the file, its messages, and the file as BIND writes it. */
export function checkAndRewriteWithBind(
  domain: string,
  file: string,
): { isAccepted: boolean; messages: string; written: string } {
  const { status, stdout, stderr } = spawnSync(
    'named-checkzone',
    [...options, '-D', '-s', 'relative', '-o', '-', domain, '-'],
    { input: file, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  return { isAccepted: status === 0, messages: stderr, written: stdout }
}

/**
 * Removes what BIND refuses. A name with a CNAME has no other record. The apex has no CNAME, and its name servers are
 * outside of the zone. A wildcard has no NS. Records of one name and type have the same TTL.
 */
export function keepRecordsThatBindAccepts(zone: readonly DnsRecordFields[]): DnsRecordFields[] {
  const taken: DnsRecordFields[] = [{ type: 'NS', host: '@', content: 'ns1.service.example', ttl: 3600, priority: 0 }]
  for (const record of zone) {
    const beside = taken.filter(({ host }) => host.toLowerCase() === record.host.toLowerCase())
    const isAlias = record.type === 'CNAME'
    if (beside.some(({ type }) => type === 'CNAME') || (isAlias && beside.length > 0)) continue
    if (record.type === 'NS' && (record.host === '@' || record.host.startsWith('*'))) continue
    const ttl = beside.find(({ type }) => type === record.type)?.ttl ?? record.ttl
    taken.push({ ...record, ttl })
  }
  return taken
}

/** Texts that are equal for equal zones, because BIND changes the letter case of names and the form of addresses. */
export function toComparableRecordTexts(zone: readonly DnsRecordFields[]): string[] {
  return zone
    .map(({ host, ttl, type, priority, content }) =>
      [
        normalizeHostName(host),
        ttl,
        type,
        priority,
        type === 'TXT' ? content : (normalizeIpAddress(content) ?? normalizeHostName(content)),
      ].join(' '),
    )
    .sort()
}
