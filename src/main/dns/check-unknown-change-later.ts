import { isAppError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import type { Clock } from '#main/clock.ts'
import type { RunByKey } from '#main/event-loop/serialize-by-key.ts'
import { determineChangeOutcome } from './determine-change-outcome.ts'

/** A request whose answer does not show the outcome may still be executed for this time after it was sent. */
export const lateExecutionMs = 5 * minuteMs

/** A change of a record whose outcome is not known. */
export interface UnknownRecordChange {
  accountId: string
  domain: string
  change: RecordChange
  /** The zone before the change. */
  before: readonly ZoneRecord[]
  /** The entry of the change log. */
  entryId: string
}

export interface CheckUnknownChangeDeps {
  clock: Pick<Clock, 'sleep'>
  changeLog: Pick<ChangeLog, 'findEntriesWithUnknownOutcome' | 'markNotMadeAfterReading'>
  runByDomain: RunByKey
  /** Reads the zone. A reading that shows the change sets its entry to `done` by itself. */
  fetchZone: (accountId: string, domain: string) => Promise<{ records: ZoneRecord[] }>
  /** Aborts when the profile is closed. The outcome then stays unknown until a reading shows the change. */
  closing: AbortSignal
}

/**
 * Reads the zone again when the change can no longer arrive. A zone without the change then shows that it was not made,
 * unless Banto has changed the domain again since. Sends nothing else, and never throws.
 */
export async function checkUnknownChangeLater(
  { clock, changeLog, runByDomain, fetchZone, closing }: CheckUnknownChangeDeps,
  { accountId, domain, change, before, entryId }: UnknownRecordChange,
): Promise<void> {
  const findUnknown = () =>
    changeLog.findEntriesWithUnknownOutcome(accountId, domain).find(({ entry }) => entry.id === entryId)
  try {
    await clock.sleep(lateExecutionMs, closing)
    await runByDomain(domain, async () => {
      if (!findUnknown()) return
      const { records } = await fetchZone(accountId, domain)
      const isNotMade = determineChangeOutcome(before, records, change) === 'not_done'
      if (isNotMade && findUnknown()?.later.length === 0) changeLog.markNotMadeAfterReading(entryId)
    })
  } catch (error) {
    // The outcome stays unknown.
    if (!closing.aborted && !isAppError(error)) throw error
  }
}
