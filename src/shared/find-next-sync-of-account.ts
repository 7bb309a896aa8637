import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { isSyncRunning, type SyncProgress } from '#shared/ipc/sync.ts'
import { computeNextSyncAt, type SyncSchedule } from './sync-schedule.ts'
import { getMinuteOfDayOfComputer, type GetMinuteOfDay } from './quiet-hours.ts'
import {
  type AutomaticReadObstacle,
  type AppStateForAutomaticReads,
  findAutomaticReadObstacle,
} from './find-automatic-read-obstacle.ts'

/**
 * Says whether and when the next sync of an account starts by itself. `held`: calls of the account's source address are
 * held, so that no sync starts before the hold ends; `until` null: no end is known. The other states have no time. When
 * their cause ends, a sync that is due starts at once.
 */
export type NextSync = { state: 'off' | 'running' } | AutomaticReadObstacle | { state: 'planned'; at: number }

type ScheduledAccount = Pick<Account, 'addedAt' | 'isPaused' | 'keys' | 'proxy' | 'syncInterval' | 'syncQuietHours'>

/** Returns the account's own values, and the default of the settings for those that it does not set. */
export function getAccountSyncSchedule(
  { syncInterval, syncQuietHours }: Pick<Account, 'syncInterval' | 'syncQuietHours'>,
  settings: Pick<AppState['settings'], 'syncInterval' | 'syncQuietHours'>,
): SyncSchedule {
  return {
    interval: syncInterval ?? settings.syncInterval,
    quietHours: syncQuietHours === 'none' ? null : (syncQuietHours ?? settings.syncQuietHours),
  }
}

/** `progress`: of the account's running or last sync; null if it never ran. */
export function findNextSyncOfAccount(
  account: ScheduledAccount,
  state: AppStateForAutomaticReads,
  progress: Pick<SyncProgress, 'state' | 'startedAt' | 'endedAt'> | null,
  now: number,
  getMinuteOfDay: GetMinuteOfDay = getMinuteOfDayOfComputer,
): NextSync {
  const schedule = getAccountSyncSchedule(account, state.settings)
  if (schedule.interval === 'off') return { state: 'off' }
  if (progress !== null && isSyncRunning(progress)) return { state: 'running' }
  const obstacle = findAutomaticReadObstacle(account, state)
  if (obstacle) return obstacle
  // The first sync of a new account is started where the account is added. After an interrupted run, the start is later
  // than the end, because the end is that of the former run.
  const lastEndedAt = Math.max(account.addedAt, progress?.startedAt ?? 0, progress?.endedAt ?? 0)
  const at = computeNextSyncAt(schedule, lastEndedAt, now, getMinuteOfDay)
  return at === null ? { state: 'off' } : { state: 'planned', at }
}
