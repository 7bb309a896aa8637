import { toFqdn } from '#shared/dns/records/dns-record.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'
import type { HostToPointAtServer, NewSiteDraft } from './new-site-draft.ts'

/** Returns the decoded name of a host of the chosen domain; the host alone while no domain is chosen. */
export function formatHostToPointAtServer(host: HostToPointAtServer, { domain }: Pick<NewSiteDraft, 'domain'>): string {
  if (domain === null) return host
  const name = toFqdn(host, domain.name)
  return decodePunycode(name) ?? name
}
