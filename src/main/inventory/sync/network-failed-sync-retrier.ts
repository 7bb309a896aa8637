import { isAppError } from '#shared/app-error.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import { getAccountSyncSchedule } from '#shared/find-next-sync-of-account.ts'
import { findAutomaticReadObstacle } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { isInQuietHours, getMinuteOfDayOfComputer } from '#shared/quiet-hours.ts'
import type { Clock } from '#main/clock.ts'
import type { SyncRunner } from './sync-runner.ts'

interface Deps {
  sync: Pick<SyncRunner, 'progress' | 'start'>
  accounts: { list(): Account[] }
  clock: Clock
  state: () => Pick<AppState, 'settings' | 'keychain' | 'isUnreachable' | 'ipBlocks' | 'refusedKeysHolds'>
  /** Aborted when the app closes. */
  closing: AbortSignal
}

const checkIntervalMs = 30 * secondMs
const firstDelayMs = minuteMs
const longestDelayMs = 15 * minuteMs

export interface FailedSyncRetrier {
  start(): void
  /**
   * Returns, for each account with a failed sync in `progress`, when the sync is tried again (epoch milliseconds).
   * Quiet hours and other obstacles may delay it further.
   */
  computeRetryTimes(progress: readonly SyncProgress[]): ReadonlyMap<string, number>
}

/**
 * Restarts syncs that failed because of the network since the app was started. While the service does not answer, one
 * account is tried after growing delays; once the service answers, all other accounts follow. Nothing starts in the
 * quiet hours of an account.
 */
export function createFailedSyncRetrier({ sync, accounts, clock, state, closing }: Deps): FailedSyncRetrier {
  const tried = new Set<string>()
  let attempts = 0
  let lastAttemptAt = 0

  function isFailedByNetwork({ state: progress, error, runsSince }: SyncProgress): boolean {
    // Times are not compared with the start of the app, because the clock may have been set since.
    const hasRunSinceStart = runsSince !== null
    return hasRunSinceStart && progress === 'failed' && error !== null && isErrorCausedBy(error, 'network')
  }

  /** Returns those of the given accounts whose data may be read now without an action of the user. */
  function listReadable(accountIds: readonly string[], appState: ReturnType<Deps['state']>): string[] {
    const readable = accounts.list().filter((account) => {
      const { quietHours } = getAccountSyncSchedule(account, appState.settings)
      const isQuiet = quietHours !== null && isInQuietHours(clock.now(), quietHours, getMinuteOfDayOfComputer)
      return !isQuiet && findAutomaticReadObstacle(account, appState) === null
    })
    return readable.map(({ id }) => id).filter((id) => accountIds.includes(id))
  }

  function computeRetryAt(failed: readonly SyncProgress[]): number {
    const delay = Math.min(firstDelayMs * 2 ** attempts, longestDelayMs)
    const lastFailureAt = Math.max(lastAttemptAt, ...failed.map(({ endedAt }) => endedAt ?? 0))
    // A time in the future is from before the clock was set back. How long ago it is, is not known.
    return lastFailureAt > clock.now() ? clock.now() : lastFailureAt + delay
  }

  function retryIfDue(): void {
    const progress = sync.progress()
    const failed = progress.filter(isFailedByNetwork)
    const results = progress.filter(({ accountId }) => tried.has(accountId))
    // Waits for the result of the account that is tried first. The other accounts follow only after its success.
    if (results.some((result) => result.state === 'lists')) return
    const isAnswering = results.some((result) => result.state === 'details' || result.state === 'idle')
    if (isAnswering || failed.length === 0) attempts = 0
    tried.clear()
    if (failed.length === 0) return
    if (!isAnswering && clock.now() < computeRetryAt(failed)) return
    const appState = state()
    const ids = listReadable(
      failed.map(({ accountId }) => accountId),
      appState,
    )
    if (ids.length === 0) return
    const chosen = appState.isUnreachable && !isAnswering ? ids.slice(attempts % ids.length).slice(0, 1) : ids
    for (const id of chosen) tried.add(id)
    attempts += 1
    lastAttemptAt = clock.now()
    sync.start(chosen)
  }

  async function run(): Promise<void> {
    while (!closing.aborted) {
      try {
        retryIfDue()
      } catch (error) {
        // Every command that needs the database reports its failure.
        if (!isAppError(error)) throw error
      }
      await clock.sleep(checkIntervalMs, closing)
    }
  }

  return {
    start: () => void run().catch(() => undefined),
    computeRetryTimes(progress) {
      const failed = progress.filter(isFailedByNetwork)
      // The other accounts follow the account that is tried first, as soon as it succeeds.
      const isTrying = progress.some(({ accountId, state: reached }) => tried.has(accountId) && reached !== 'failed')
      const at = isTrying ? clock.now() : computeRetryAt(failed)
      return new Map(failed.map(({ accountId }) => [accountId, at]))
    },
  }
}
