import { toFqdn, type DnsRecordFields } from './dns-record.ts'

/** Returns every value of a record that a list shows, with the host both as it is shown and as a full name. */
export function formatRecordForSearch(domain: string, { host, ttl, type, priority, content }: DnsRecordFields): string {
  return `${toFqdn(host, domain)} ${host} TTL ${ttl} ${type} ${priority} ${content}`
}
