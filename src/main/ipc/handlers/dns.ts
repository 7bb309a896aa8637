import type { AuthoritativeChecks } from '#main/dns/authoritative/authoritative-check.ts'
import type { ZoneEditor } from '#main/dns/zone-editor.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/contract.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createDnsHandlers({
  zoneEditor,
  authoritativeChecks,
  exportZone,
}: {
  zoneEditor: ZoneEditor
  authoritativeChecks: AuthoritativeChecks
  exportZone: (input: CommandInput<'dns.exportZone'>) => Promise<CommandOutput<'dns.exportZone'>>
}): HandlersOf<'dns'> {
  return {
    'dns.zone': ({ accountId, domain }) => zoneEditor.zone(accountId, domain),
    'dns.refresh': ({ accountId, domain }) => zoneEditor.refresh(accountId, domain),
    'dns.apply': ({ accountId, domain, change }) => zoneEditor.apply(accountId, domain, change),
    'dns.exportZone': (input) => exportZone(input),
    'dns.checkAuthoritative': ({ accountId, domain }) => authoritativeChecks.run(accountId, domain),
    'dns.cancelAuthoritativeCheck': ({ accountId, domain }) => {
      authoritativeChecks.cancel(accountId, domain)
      return null
    },
  }
}
