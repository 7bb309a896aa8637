import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { DraftStore } from '#main/plans/draft-store.ts'

export function createDraftsHandlers({ drafts }: { drafts: DraftStore }): HandlersOf<'drafts'> {
  return {
    'drafts.get': ({ accountId, domain }) => drafts.get(accountId, domain),
    'drafts.save': ({ accountId, domain, base, records }) => drafts.save(accountId, domain, { base, records }),
    'drafts.discard'({ accountId, domain }) {
      drafts.discard(accountId, domain)
      return null
    },
  }
}
