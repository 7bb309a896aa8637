import type { DetectedChange, StoredDetectedChange } from '#shared/ipc/detected-changes.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { detectedChangeQueriesForQueryThread } from '#main/detected-changes/query-detected-changes.ts'
import type { BoundReadOnlyQueries } from '#main/store/bind-read-only-queries.ts'

interface DetectedChangesHandlersDeps {
  queryDetectedChanges: BoundReadOnlyQueries<typeof detectedChangeQueriesForQueryThread>['detectedChanges']
  /** Finds the order in the journal. The query cannot join the journal, because it is a file outside the database. */
  findSentOrder: (change: StoredDetectedChange) => Pick<DetectedChange, 'sentOrder' | 'areRenewalsUnread'>
}

export function createDetectedChangesHandlers({
  queryDetectedChanges,
  findSentOrder,
}: DetectedChangesHandlersDeps): HandlersOf<'detectedChanges'> {
  return {
    'detectedChanges.list': async ({ filter, offset, limit }) => {
      const page = await queryDetectedChanges(filter, offset, limit)
      return { ...page, rows: page.rows.map((row) => ({ ...row, ...findSentOrder(row) })) }
    },
  }
}
