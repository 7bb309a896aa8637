import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import type { DomainChangesProgress } from './domain-changes-job-schemas.ts'
import { isDomainChangeUnsafeToRepeat } from './domain-change-predicates.ts'

/**
 * Pause after the first error of the service, in milliseconds, for a change that may be repeated. Each further error
 * makes it longer.
 */
const firstPauseMs = 15_000
/** After this number of unclear answers, a change counts as failed if the domain does not show it. */
export const maxUnclearAnswers = 3

/**
 * Returns how long after its sending a change may be sent again, if the domain does not show it. After an error of the
 * service, for example of a gateway that gave up, the request may still be executed. A second request would then
 * duplicate a record.
 */
export function computeDomainChangeResendDelayMs(
  change: DomainChange,
  { isAnswered }: NonNullable<DomainChangesProgress['sending']>,
  { unclearAnswers }: Pick<DomainChangesProgress, 'unclearAnswers'>,
): number {
  if (isDomainChangeUnsafeToRepeat(change)) return maxServiceExecutionDelayMs
  return isAnswered ? computeBackoffAfterUnclearAnswersMs(unclearAnswers) : 0
}

/**
 * Returns the time in milliseconds before a change that may be repeated is sent again. `unclearAnswers`: how many
 * answers were unclear so far. 0 from `maxUnclearAnswers` on, because the change is not sent again.
 */
export function computeBackoffAfterUnclearAnswersMs(unclearAnswers: number): number {
  return unclearAnswers < maxUnclearAnswers ? firstPauseMs * 4 ** Math.max(0, unclearAnswers - 1) : 0
}

/**
 * Returns the minimum number of milliseconds since `upAt`, a reading of the monotonic clock. The clock restarts when
 * the machine starts. If `upAt` is before a restart, the time since the restart is the minimum.
 */
export function computeMsSinceMonotonicTimeOrRestart(upAt: number, now: number): number {
  return now >= upAt ? now - upAt : now
}
