import { isAppError } from '#shared/app-error.ts'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import type { Clock } from '#main/clock.ts'
import type { KeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import type { ChangeLog } from './change-log-store.ts'

/** A sent change of which it is not known whether it was made. */
export interface ChangeWithUnknownOutcome {
  accountId: string
  /** The domain or the server, as in the change log. */
  target: string
  /** The entry of the change log. */
  entryId: string
  /**
   * Reads the domain or the server. Returns whether the reading shows that the change was not made so far. A reading
   * that shows the change sets its entry to `done` by itself. Throws the errors of the call.
   */
  fetchWhetherChangeIsMissing: () => Promise<boolean>
}

export interface CheckUnknownChangeOutcomeLaterDeps {
  clock: Pick<Clock, 'sleep'>
  changeLog: Pick<ChangeLog, 'findEntriesWithUnknownOutcome' | 'markNotMadeAfterReading'>
  /** Runs the changes of one target one after another. */
  runByTarget: KeyedTaskQueue
  /** Aborts when the profile is closed. The outcome then stays unknown until a reading shows the change. */
  closing: AbortSignal
}

/**
 * Reads the domain or the server when the service can no longer execute the request. A reading without the change then
 * shows that it was not made, unless Banto has changed the same domain or server again since. Sends nothing else, and
 * never throws.
 */
export async function checkUnknownChangeOutcomeLater(
  { clock, changeLog, runByTarget, closing }: CheckUnknownChangeOutcomeLaterDeps,
  { accountId, target, entryId, fetchWhetherChangeIsMissing }: ChangeWithUnknownOutcome,
): Promise<void> {
  const findUnknown = () =>
    changeLog.findEntriesWithUnknownOutcome(accountId, target).find(({ entry }) => entry.id === entryId)
  try {
    await clock.sleep(maxServiceExecutionDelayMs, closing)
    await runByTarget(target, async () => {
      if (!findUnknown()) return
      const isNotMade = await fetchWhetherChangeIsMissing()
      if (isNotMade && findUnknown()?.later.length === 0) changeLog.markNotMadeAfterReading(entryId)
    })
  } catch (error) {
    // The outcome stays unknown.
    if (!closing.aborted && !isAppError(error)) throw error
  }
}
