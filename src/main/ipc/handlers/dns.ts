import type { NameserverComparer } from '#main/dns/authoritative/nameserver-comparer.ts'
import type { SingleRecordEditor } from '#main/dns/single-record-editor.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/contract.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createDnsHandlers({
  recordEditor,
  nameserverComparer,
  exportZone,
}: {
  recordEditor: SingleRecordEditor
  nameserverComparer: NameserverComparer
  exportZone: (input: CommandInput<'dns.exportZone'>) => Promise<CommandOutput<'dns.exportZone'>>
}): HandlersOf<'dns'> {
  return {
    'dns.zone': ({ accountId, domain }) => recordEditor.zone(accountId, domain),
    'dns.refresh': ({ accountId, domain }) => recordEditor.refresh(accountId, domain),
    'dns.apply': ({ accountId, domain, change }) => recordEditor.apply(accountId, domain, change),
    'dns.exportZone': (input) => exportZone(input),
    'dns.checkAuthoritative': ({ accountId, domain }) => nameserverComparer.run(accountId, domain),
    'dns.cancelAuthoritativeCheck': ({ accountId, domain }) => {
      nameserverComparer.cancel(accountId, domain)
      return null
    },
  }
}
