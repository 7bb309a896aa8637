import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { isSyncRunning, type SyncProgress } from '#shared/ipc/sync.ts'
import { isKeyUsable } from './key-states.ts'
import { computeNextSyncAt, getMinuteOfDayOfComputer, type SyncSchedule, type GetMinuteOfDay } from './sync-schedule.ts'

/**
 * Says whether and when the next sync of an account starts by itself. `held`: calls of the account's source address are
 * held, so that no sync starts before the hold ends; `until` null: no end is known. The other states have no time. When
 * their cause ends, a sync that is due starts at once.
 */
export type NextSync = { state: 'off' | 'running' } | AutomaticReadObstacle | { state: 'planned'; at: number }

/** Why nothing of an account is read by itself now, whatever its schedule is. */
export type AutomaticReadObstacle =
  { state: 'paused' | 'offline' | 'no_usable_key' | 'keychain' } | { state: 'held'; until: number | null }

type ScheduledAccount = Pick<Account, 'addedAt' | 'isPaused' | 'keys' | 'proxy' | 'syncInterval' | 'syncQuietHours'>
type ScheduleState = Pick<AppState, 'settings' | 'keychain' | 'ipBlocks' | 'refusedKeysHolds'>

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

/** Returns why nothing of the account may be read automatically now; null if reading may start. */
export function findAutomaticReadObstacle(
  account: Pick<ScheduledAccount, 'isPaused' | 'keys' | 'proxy'>,
  { settings, keychain, ipBlocks, refusedKeysHolds }: ScheduleState,
): AutomaticReadObstacle | null {
  if (account.isPaused) return { state: 'paused' }
  if (settings.isOffline) return { state: 'offline' }
  if (!account.keys.some(isKeyUsable)) return { state: 'no_usable_key' }
  if (keychain.state !== 'ready') return { state: 'keychain' }
  const proxyUrl = account.proxy?.url ?? null
  const hold = [...ipBlocks, ...refusedKeysHolds].find((held) => held.proxyUrl === proxyUrl)
  return hold ? { state: 'held', until: hold.until } : null
}

/** `progress`: of the account's running or last sync; null if it never ran. */
export function findNextSyncOfAccount(
  account: ScheduledAccount,
  state: ScheduleState,
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
