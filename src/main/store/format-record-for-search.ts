import { domainToUnicode } from 'node:url'
import { toFqdn, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'

/**
 * Returns every value of a record that a list shows: the host as it is shown and as a full name, and each name both in
 * Punycode and decoded. `domain`: in Punycode.
 */
export function formatRecordForSearch(domain: string, { host, ttl, type, priority, content }: DnsRecordFields): string {
  const shown = `${toFqdn(host, domain)} ${host} TTL ${ttl} ${type} ${priority} ${content}`
  const decoded = shown
    .split(/\s+/u)
    .filter((word) => /(^|\.)xn--/iu.test(word))
    .map(domainToUnicode)
  return [shown, ...decoded].join(' ')
}
