import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import type { EndpointName } from '#shared/api/endpoints.ts'
import { pickZoneRecordFields, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { ChangeLogEntry, LoggedChange } from '#shared/ipc/change-log.ts'
import { defaultAttemptTimeLimitMs } from '#main/api/client.ts'
import type { ReadCallResult } from '#main/api/api-client-interface.ts'
import { determineLostRecordChangeOutcome } from '#main/dns/determine-outcome-of-record-change-without-answer.ts'
import { isRecordChange } from '#main/plans/domain-change-predicates.ts'

/**
 * Time after the sending of a change, in milliseconds. A reading that is answered after this time began when the change
 * could not arrive any more.
 */
const decidedAfterMs = maxServiceExecutionDelayMs + defaultAttemptTimeLimitMs

/**
 * Returns whether the reading of a zone shows that a single change of a record was not made: the zone is as before the
 * change, and the change can no longer arrive. A job finds out the outcome of its changes by itself. `later`: the
 * changes of the same domain that Banto sent after it; one of them may have undone it. `before`: the zone before the
 * change.
 */
export function doesZoneProveRecordChangeNotMade(
  { change, jobId, at }: Pick<ChangeLogEntry, 'change' | 'jobId' | 'at'>,
  later: readonly LoggedChange[],
  { endpoint, data, readAt }: ReadCallResult<EndpointName>,
  before: readonly ZoneRecord[] | null,
): boolean {
  if (jobId !== null || later.length > 0 || before === null || endpoint !== 'domain.dns') return false
  if (change.kind === 'server' || change.kind === 'console' || !isRecordChange(change)) return false
  if (readAt - at < decidedAfterMs) return false
  const { records } = data as { records: ZoneRecord[] }
  return determineLostRecordChangeOutcome(before, records.map(pickZoneRecordFields), change) === 'not_done'
}
