import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'

/**
 * The outcome of one change whose answer was lost. `done`: the domain shows the change. `not_done`: the domain is as
 * before. `unclear`: the domain changed in another way.
 */
export type OutcomeOfChangeWithLostAnswer = 'done' | 'not_done' | 'unclear'

/** Determines the outcome of a change whose answer was lost, from the zone before and after it. */
export function determineLostRecordChangeOutcome(
  before: readonly ZoneRecord[],
  after: readonly ZoneRecord[],
  change: RecordChange,
): OutcomeOfChangeWithLostAnswer {
  if (change.kind === 'add') {
    const fresh = after.filter(({ id }) => !before.some((record) => record.id === id))
    if (fresh.some((record) => hasSameRecordFields(record, change.after))) return 'done'
    // The service may have stored the record in another spelling.
    return fresh.length === 0 ? 'not_done' : 'unclear'
  }
  const current = after.find(({ id }) => id === change.before.id)
  if (change.kind === 'delete') return current ? 'not_done' : 'done'
  if (current && hasSameRecordFields(current, change.after)) return 'done'
  return current && hasSameRecordFields(current, change.before) ? 'not_done' : 'unclear'
}
