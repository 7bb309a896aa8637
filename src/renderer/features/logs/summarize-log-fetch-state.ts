import type { LogFetchState } from '#shared/ipc/logs.ts'

/**
 * The instant beneath which entries of some keys are missing: the newest `completeFrom` of the keys with more at the
 * service. Null when nothing is missing; positive infinity when a key has more and nothing of it is loaded.
 */
export function incompleteBefore(reaches: readonly LogFetchState[]): number | null {
  const open = reaches.filter((reach) => reach.hasMore)
  if (open.length === 0) return null
  return Math.max(...open.map((reach) => reach.completeFrom ?? Number.POSITIVE_INFINITY))
}

/** What the reaches of all keys say together. */
export function summarizeLogFetchState(reaches: readonly LogFetchState[]): {
  read: number
  failed: LogFetchState[]
  hasMore: boolean
  readAt: number | null
} {
  const readTimes = reaches.flatMap((reach) => (reach.readAt === null ? [] : [reach.readAt]))
  return {
    read: reaches.filter((reach) => reach.error === null).length,
    failed: reaches.filter((reach) => reach.error !== null),
    hasMore: reaches.some((reach) => reach.hasMore),
    readAt: readTimes.length === 0 ? null : Math.min(...readTimes),
  }
}
