import { isAppError } from '#shared/app-error.ts'
import { secondMs } from '#shared/durations.ts'
import { findNextSyncOfAccount } from '#shared/find-next-sync-of-account.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import type { SyncRunner } from './sync-runner.ts'

export interface SyncScheduler {
  /** Starts due syncs now and from then on. */
  start(): void
  /** Starts due syncs now; call it when a setting or an account was changed. */
  startDueSyncs(): void
}

interface Deps {
  sync: Pick<SyncRunner, 'progress' | 'start'>
  accounts: { list(): Account[] }
  database: Database
  clock: Clock
  state: () => Pick<AppState, 'settings' | 'keychain' | 'ipBlocks' | 'refusedKeysHolds'>
  /** Aborted when the app closes. */
  closing: AbortSignal
}

/** The scheduler looks for due syncs at this interval, because the wall clock may jump and the computer may sleep. */
const checkIntervalMs = 30 * secondMs

/** Starts the syncs of accounts with a schedule while the app is open. A sync that runs is left alone. */
export function createSyncScheduler({ sync, accounts, database, clock, state, closing }: Deps): SyncScheduler {
  /** Most users have no schedule, and the list of accounts counts every domain. */
  function isAnyScheduled(): boolean {
    return (
      state().settings.syncInterval !== 'off' ||
      database.get(`select 1 from account where sync_interval is not null and sync_interval <> 'off' limit 1`) !==
        undefined
    )
  }

  function startDueSyncs(): void {
    if (closing.aborted) return
    try {
      if (!isAnyScheduled()) return
      const progress = new Map(sync.progress().map((each) => [each.accountId, each]))
      const now = clock.now()
      const due = accounts.list().filter((account) => {
        const next = findNextSyncOfAccount(account, state(), progress.get(account.id) ?? null, now)
        return next.state === 'planned' && next.at <= now
      })
      if (due.length > 0) sync.start(due.map(({ id }) => id))
    } catch (error) {
      // Every command that needs the database reports its failure.
      if (!isAppError(error)) throw error
    }
  }

  async function run(): Promise<void> {
    while (!closing.aborted) {
      startDueSyncs()
      await clock.sleep(checkIntervalMs, closing)
    }
  }

  return { start: () => void run().catch(() => undefined), startDueSyncs }
}
