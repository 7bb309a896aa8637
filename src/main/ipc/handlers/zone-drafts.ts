import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { ZoneDraftStore } from '#main/plans/zone-draft-store.ts'

export function createZoneDraftsHandlers({ drafts }: { drafts: ZoneDraftStore }): HandlersOf<'zoneDrafts'> {
  return {
    'zoneDrafts.get': ({ accountId, domain }) => drafts.get(accountId, domain),
    'zoneDrafts.save': ({ accountId, domain, base, records }) => drafts.save(accountId, domain, { base, records }),
    'zoneDrafts.discard'({ accountId, domain }) {
      drafts.discard(accountId, domain)
      return null
    },
  }
}
