import type { Job } from '#shared/ipc/jobs.ts'

/**
 * Finds the jobs that ended between two lists of jobs. A short job may end before any list shows it as open. `before`:
 * null before the first list was loaded. `since`: when the window began to listen.
 */
export function findNewlyEndedJobs(before: readonly Job[] | null, after: readonly Job[], since: number): Job[] {
  if (before === null) return []
  const known = new Set(before.filter(({ state }) => state === 'ended').map(({ id }) => id))
  return after.filter(({ id, state, endedAt }) => state === 'ended' && !known.has(id) && (endedAt ?? 0) >= since)
}
