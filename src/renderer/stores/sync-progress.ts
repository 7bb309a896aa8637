import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { isSyncRunning, type SyncProgress } from '#shared/ipc/sync.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'

/** The newest sync progress of every account. */
export const useSyncProgress = defineStore('sync', () => {
  const progress = shallowRef<SyncProgress[]>([])
  /**
   * Runs that a newer run of the same account has replaced in `progress`, since the last time when no sync was running.
   */
  const replacedRuns = shallowRef<SyncProgress[]>([])
  /**
   * The newest run of every account, and the runs that it replaced. Without the replaced runs, the sums would fall when
   * an account is synced again.
   */
  const runsSinceLastIdle = computed(() => [
    ...progress.value,
    ...replacedRuns.value.map((run, index) => {
      const newer = [...replacedRuns.value.slice(index + 1), ...progress.value]
      return newer.some((each) => isContinuedBy(run, each)) ? withoutDetails(run) : run
    }),
  ])

  const byAccount = computed(() => new Map(progress.value.map((each) => [each.accountId, each])))
  const running = computed(() => progress.value.filter(isSyncRunning))
  const isRunning = computed(() => running.value.length > 0)

  /** Error of the newest request to start or cancel a sync. The top bar shows the error for requests from any view. */
  const error = shallowRef<AppError | null>(null)
  /** Start of the newest run when `error` was set. */
  let newestRunBeforeError = 0

  async function order(work: () => Promise<unknown>): Promise<void> {
    error.value = null
    try {
      await work()
    } catch (thrown) {
      error.value = toAppError(thrown)
      newestRunBeforeError = newestRun(progress.value)
    }
  }

  /** A sync that was started after the failed request and succeeded shows that the error has ended. */
  function receive(changed: SyncProgress[]): void {
    const replaced = findReplacedRuns(progress.value, changed)
    replacedRuns.value = changed.some(isSyncRunning) ? [...replacedRuns.value, ...replaced] : []
    progress.value = changed
    if (newestRun(changed.filter(({ state, endedAt }) => state === 'idle' && endedAt !== null)) > newestRunBeforeError)
      error.value = null
  }

  /** Null: all accounts. */
  function start(accountIds: string[] | null): Promise<void> {
    return order(() => mainCommands.sync.start({ accountIds }))
  }

  /** Starts the first sync of a new account or key, unless Banto is offline. The account's health shows a failure. */
  function startFirst(accountId: string, isOffline: boolean): void {
    if (!isOffline) mainCommands.sync.start({ accountIds: [accountId] }).catch(() => undefined)
  }

  function cancel(accountIds: string[] | null): Promise<void> {
    return order(() => mainCommands.sync.cancel({ accountIds }))
  }

  let isListening = false
  async function listen(): Promise<void> {
    if (!isListening) onMainEvent('sync.changed', receive)
    isListening = true
    progress.value = await mainCommands.sync.progress(null)
  }

  return { progress, runsSinceLastIdle, byAccount, running, isRunning, error, start, startFirst, cancel, listen }
})

/** Returns whether the newer run continues the sync of the replaced one. Its counts of details include those then. */
function isContinuedBy(replaced: SyncProgress, { accountId, startedAt, detailsTotal }: SyncProgress): boolean {
  return accountId === replaced.accountId && startedAt === replaced.startedAt && detailsTotal > 0
}

function withoutDetails(run: SyncProgress): SyncProgress {
  return { ...run, detailsRead: 0, detailsFailed: 0, detailsNoKeyMayRead: 0, detailsTotal: 0 }
}

/** Returns when the newest run of these syncs began; 0 if none ran since the app started. */
function newestRun(progress: readonly SyncProgress[]): number {
  return Math.max(0, ...progress.map(({ runsSince }) => runsSince ?? 0))
}

/**
 * Returns the runs of `before` that a newer run of the same account replaced in `after`. Their lists and details are
 * reduced to what they read, because the newer run reads the rest, with what failed or what no key could read.
 */
function findReplacedRuns(before: readonly SyncProgress[], after: readonly SyncProgress[]): SyncProgress[] {
  const newRuns = new Map(after.map(({ accountId, runsSince }) => [accountId, runsSince]))
  return before.flatMap((run) => {
    const newRun = newRuns.get(run.accountId) ?? null
    if (run.runsSince === null || newRun === null || newRun === run.runsSince) return []
    // The event with the end of the run may not have arrived.
    const ended = isSyncRunning(run) ? { ...run, state: 'cancelled' as const, endedAt: newRun } : run
    const { listsDone, detailsRead } = ended
    return [{ ...ended, listsTotal: listsDone, detailsFailed: 0, detailsNoKeyMayRead: 0, detailsTotal: detailsRead }]
  })
}
