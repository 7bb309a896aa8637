import type { NameserverAnswerComparer } from '#main/dns/authoritative/stored-zone-with-dns-answers-comparer.ts'
import type { SingleRecordEditor } from '#main/dns/single-record-editor.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createDnsHandlers({
  recordEditor,
  nameserverAnswerComparer,
  exportZone,
}: {
  recordEditor: SingleRecordEditor
  nameserverAnswerComparer: NameserverAnswerComparer
  exportZone: (input: CommandInput<'dns.exportZone'>) => Promise<CommandOutput<'dns.exportZone'>>
}): HandlersOf<'dns'> {
  return {
    'dns.zone': ({ accountId, domain }) => recordEditor.zone(accountId, domain),
    'dns.refresh': ({ accountId, domain }) => recordEditor.refresh(accountId, domain),
    'dns.apply': ({ accountId, domain, change }) => recordEditor.apply(accountId, domain, change),
    'dns.exportZone': (input) => exportZone(input),
    'dns.checkAuthoritative': ({ accountId, domain }) => nameserverAnswerComparer.run(accountId, domain),
    'dns.cancelAuthoritativeCheck': ({ accountId, domain }) => {
      nameserverAnswerComparer.cancel(accountId, domain)
      return null
    },
  }
}
