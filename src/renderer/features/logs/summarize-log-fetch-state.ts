import type { Account } from '#shared/ipc/accounts.ts'
import type { LogFetchState } from '#shared/ipc/logs.ts'

type KeysOfAccount = Pick<Account, 'id' | 'isPaused'> & { keys: readonly { id: string }[] }

/**
 * The fetch states of the keys that the accounts still have, with the present account of each key: since the fetch, a key
 * may have been removed, or its account merged. Null: no log of these keys was fetched.
 */
export function fetchStatesOfPresentKeys(
  fetchStates: readonly LogFetchState[],
  accounts: readonly KeysOfAccount[],
): LogFetchState[] | null {
  const accountOf = new Map(accounts.flatMap(({ id, keys }) => keys.map((key) => [key.id, id])))
  const present = fetchStates.flatMap((fetchState) => {
    const accountId = accountOf.get(fetchState.keyId)
    return accountId === undefined ? [] : [{ ...fetchState, accountId }]
  })
  return present.length === 0 && fetchStates.length > 0 ? null : present
}

/** How many keys of paused accounts were not fetched before the pause. `keyIds` empty: all keys. */
export function countUnreadKeysOfPausedAccounts(
  accounts: readonly KeysOfAccount[],
  keyIds: readonly string[],
  fetchStates: readonly LogFetchState[],
): number {
  const read = new Set(fetchStates.map(({ keyId }) => keyId))
  return accounts
    .filter(({ isPaused }) => isPaused)
    .flatMap(({ keys }) => keys)
    .filter(({ id }) => (keyIds.length === 0 || keyIds.includes(id)) && !read.has(id)).length
}

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
