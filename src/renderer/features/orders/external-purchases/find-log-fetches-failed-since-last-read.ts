import type { WireError } from '#shared/app-error.ts'
import type { ExecutionLogFetchState, LastCompleteReadOfPostEntries } from '#shared/ipc/api-logs.ts'

/**
 * Returns the failed fetches of keys whose log was not read completely afterwards, without errors whose cause has
 * ended. `endedAt`: when the fetches ended, epoch milliseconds.
 */
export function findLogFetchesFailedSinceLastRead(
  fetchStates: readonly ExecutionLogFetchState[],
  endedAt: number,
  lastReads: readonly LastCompleteReadOfPostEntries[],
  hasCauseEnded: (error: WireError) => boolean,
): ExecutionLogFetchState[] {
  const readLater = new Set(lastReads.filter(({ readAt }) => readAt > endedAt).map(({ keyId }) => keyId))
  return fetchStates.filter(({ keyId, error }) => error !== null && !hasCauseEnded(error) && !readLater.has(keyId))
}
