import type { LogFetchState } from '#shared/ipc/logs.ts'

/**
 * The time before which entries of some keys are missing: the newest `completeFrom` of the keys that have more entries
 * at the service. Null when nothing is missing. Positive infinity when no entry of such a key is stored.
 */
export function logsIncompleteBefore(fetchStates: readonly LogFetchState[]): number | null {
  const open = fetchStates.filter((fetchState) => fetchState.hasMore)
  if (open.length === 0) return null
  return Math.max(...open.map((fetchState) => fetchState.completeFrom ?? Number.POSITIVE_INFINITY))
}

/**
 * Summarizes the fetch states of all keys. `readAt`: the oldest of their times; `read`: number of keys without an
 * error.
 */
export function summarizeLogFetchState(fetchStates: readonly LogFetchState[]): {
  read: number
  failed: LogFetchState[]
  hasMore: boolean
  readAt: number | null
} {
  const readTimes = fetchStates.flatMap((fetchState) => (fetchState.readAt === null ? [] : [fetchState.readAt]))
  return {
    read: fetchStates.filter((fetchState) => fetchState.error === null).length,
    failed: fetchStates.filter((fetchState) => fetchState.error !== null),
    hasMore: fetchStates.some((fetchState) => fetchState.hasMore),
    readAt: readTimes.length === 0 ? null : Math.min(...readTimes),
  }
}
