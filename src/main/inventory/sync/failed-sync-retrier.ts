import { isAppError } from '#shared/app-error.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { isCausedBy } from '#shared/error-kinds.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import type { Clock } from '#main/clock.ts'
import type { SyncRunner } from './sync-runner.ts'

interface Deps {
  sync: Pick<SyncRunner, 'progress' | 'start'>
  clock: Clock
  state: () => Pick<AppState, 'settings' | 'keychain' | 'isUnreachable' | 'ipBlocks' | 'refusedKeysHolds'>
  /** Aborted when the app closes. */
  closing: AbortSignal
}

const checkIntervalMs = 30 * secondMs
const firstDelayMs = minuteMs
const longestDelayMs = 15 * minuteMs

/**
 * Starts syncs again that ended because of the network since the app was started. While the service does not answer, one account
 * is tried after growing delays; once it answers, all others follow. `sync.start` leaves out paused accounts.
 */
export function createFailedSyncRetrier({ sync, clock, state, closing }: Deps): { start(): void } {
  const appStartedAt = clock.now()
  const tried = new Set<string>()
  let attempts = 0
  let lastAttemptAt = 0

  function isFailedByNetwork({ state: progress, error, endedAt }: SyncProgress): boolean {
    return progress === 'failed' && error !== null && isCausedBy(error, 'network') && (endedAt ?? 0) >= appStartedAt
  }

  /** Whether calls may be sent without the user's action. */
  function mayCall({ settings, keychain, ipBlocks, refusedKeysHolds }: ReturnType<Deps['state']>): boolean {
    return !settings.isOffline && keychain.state === 'ready' && ipBlocks.length === 0 && refusedKeysHolds.length === 0
  }

  function retryIfDue(): void {
    const progress = sync.progress()
    const failed = progress.filter(isFailedByNetwork)
    const results = progress.filter(({ accountId }) => tried.has(accountId))
    // The account that is being tried decides whether the others follow.
    if (results.some(({ state: now }) => now === 'lists')) return
    const isAnswering = results.some(({ state: now }) => now === 'details' || now === 'idle')
    if (isAnswering || failed.length === 0) attempts = 0
    tried.clear()
    const now = state()
    if (failed.length === 0 || !mayCall(now)) return
    const delay = Math.min(firstDelayMs * 2 ** attempts, longestDelayMs)
    const since = Math.max(lastAttemptAt, ...failed.map(({ endedAt }) => endedAt ?? 0))
    if (!isAnswering && clock.now() < since + delay) return
    const ids = failed.map(({ accountId }) => accountId)
    const chosen = now.isUnreachable && !isAnswering ? ids.slice(attempts % ids.length).slice(0, 1) : ids
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

  return { start: () => void run().catch(() => undefined) }
}
