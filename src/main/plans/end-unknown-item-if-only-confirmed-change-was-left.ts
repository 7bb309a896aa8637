import { isDeepStrictEqual } from 'node:util'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import type { DomainChangesInput, DomainChangesProgress } from './domain-changes-job-schemas.ts'
import { getChangesOfNewestPlan } from './to-job-item-changes-with-results.ts'

/**
 * Marks an item with an unknown outcome as done if the confirmed change was the only one left. Otherwise returns null.
 */
export function getDoneProgressIfOnlyConfirmedChangeWasLeft(
  { input, progress }: { input: DomainChangesInput; progress: DomainChangesProgress | null },
  change: LoggedChange,
): DomainChangesProgress | null {
  if (progress?.end?.state !== 'unknown') return null
  const [last, ...rest] = getChangesOfNewestPlan(input, progress).slice(progress.done)
  const isLast = last !== undefined && rest.length === 0 && isDeepStrictEqual(last, change)
  if (!isLast) return null
  const { done, inferred } = progress
  return { ...progress, done: done + 1, inferred: [...inferred, done], end: { state: 'done', error: null } }
}
