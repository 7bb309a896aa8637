import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface NewSiteHandlersDeps {
  start: (input: ParsedCommandInput<'newSite.start'>) => Promise<{ jobId: string }>
}

export function createNewSiteHandlers({ start }: NewSiteHandlersDeps): HandlersOf<'newSite'> {
  return { 'newSite.start': start }
}
