import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { seenChangeThreadQueries } from '#main/seen-changes/query-seen-changes.ts'
import type { QueryRunner } from '#main/store/query-runner.ts'

interface SeenChangesHandlersDeps {
  querySeenChanges: QueryRunner<typeof seenChangeThreadQueries>['seenChanges']
}

export function createSeenChangesHandlers({ querySeenChanges }: SeenChangesHandlersDeps): HandlersOf<'seenChanges'> {
  return { 'seenChanges.list': ({ filter, offset, limit }) => querySeenChanges(filter, offset, limit) }
}
