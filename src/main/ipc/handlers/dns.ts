import type { ZoneEditor } from '#main/dns/zone-editor.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createDnsHandlers({ zoneEditor }: { zoneEditor: ZoneEditor }): HandlersOf<'dns'> {
  return {
    'dns.zone': ({ accountId, domain }) => zoneEditor.zone(accountId, domain),
    'dns.refresh': ({ accountId, domain }) => zoneEditor.refresh(accountId, domain),
    'dns.apply': ({ accountId, domain, change }) => zoneEditor.apply(accountId, domain, change),
  }
}
