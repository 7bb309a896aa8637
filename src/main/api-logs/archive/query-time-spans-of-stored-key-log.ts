import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import type { Database } from '#main/store/database.ts'
import { findFetchableLogGaps } from './fetch-missing-log-entries.ts'
import {
  queryKeyLogArchiveState,
  queryCompleteLogSpans,
  queryCompleteLogSpansOfPresentSecret,
} from '#main/api-logs/log-archive-state-store.ts'
import { addTimeSpan, findMissingSpans } from '#main/api-logs/add-subtract-and-intersect-time-spans.ts'

/** Returns the times for which the key's log is stored. `now`: by the clock of this computer. */
export function queryKeyLogCoverage(
  database: Database,
  key: { accountId: string; keyId: string },
  now: number,
): Omit<KeyLogCoverage, 'isReading'> {
  const spans = queryCompleteLogSpans(database, key.keyId)
  const { readAt, clockLeadMs, error, errorAt } = queryKeyLogArchiveState(database, key.keyId)
  const serviceNow = now + clockLeadMs
  const fetchable = findFetchableLogGaps(queryCompleteLogSpansOfPresentSecret(database, key.keyId), serviceNow)
  const [first] = spans
  const completeTo = spans.at(-1)?.to ?? null
  const lost =
    first === undefined || completeTo === null
      ? []
      : findMissingSpans(fetchable.reduce(addTimeSpan, spans), { from: first.from, to: completeTo })
  return {
    ...key,
    completeFrom: first?.from ?? null,
    completeTo,
    gaps: [...lost.map((gap) => ({ ...gap, isLost: true })), ...fetchable.map((gap) => ({ ...gap, isLost: false }))],
    readAt,
    error,
    errorAt,
  }
}
