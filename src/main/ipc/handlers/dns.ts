import type { Zones } from '../../dns/zones.ts'
import type { HandlersOf } from '../handlers.ts'

export function createDnsHandlers({ zones }: { zones: Zones }): HandlersOf<'dns'> {
  return {
    'dns.zone': ({ accountId, domain }) => zones.zone(accountId, domain),
    'dns.refresh': ({ accountId, domain }) => zones.refresh(accountId, domain),
    'dns.apply': ({ accountId, domain, change }) => zones.apply(accountId, domain, change),
  }
}
