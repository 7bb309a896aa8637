import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { detectedChangeThreadQueries } from '#main/detected-changes/query-detected-changes.ts'
import type { QueryRunner } from '#main/store/query-runner.ts'

interface DetectedChangesHandlersDeps {
  queryDetectedChanges: QueryRunner<typeof detectedChangeThreadQueries>['detectedChanges']
}

export function createDetectedChangesHandlers({
  queryDetectedChanges,
}: DetectedChangesHandlersDeps): HandlersOf<'detectedChanges'> {
  return { 'detectedChanges.list': ({ filter, offset, limit }) => queryDetectedChanges(filter, offset, limit) }
}
