import pLimit from 'p-limit'
import { isAppError } from '#shared/app-error.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import { secondMs } from '#shared/durations.ts'
import { getAccountSyncSchedule } from '#shared/find-next-sync-of-account.ts'
import { findAutomaticReadObstacle } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import type { AccountListsWithPendingStatuses } from '#shared/ipc/account-lists-with-pending-statuses.ts'
import { findEndOfQuietHours, getMinuteOfDayOfComputer } from '#shared/quiet-hours.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { Database } from '#main/store/database.ts'
import { fetchAndStoreList, isListOffered, type AccountKeysForSync } from './check-keys-and-fetch-lists.ts'
import { getDailyCallBudget } from './daily-call-budget.ts'
import {
  computeNextPollAt,
  updatePendingStatusPollState,
  type PendingStatusPollState,
} from './pending-status-poll-backoff.ts'
import { queryListsWithPendingStatuses, type ListWithPendingStatuses } from './query-lists-with-pending-statuses.ts'
import { createSyncRunStore } from './sync-run-store.ts'
import type { SyncRunner } from './sync-runner.ts'

/**
 * Between syncs, reads the lists that have entries with a pending status: an unfinished registration, transfer or
 * server setup (ADR 39).
 */
export interface PendingStatusPoller {
  /** Looks for due lists now and from then on. */
  start(): void
  /** Reads due lists now; call it when a setting or an account was changed. */
  readDueLists(): void
  /** The accounts with unfinished procedures. */
  list(): AccountListsWithPendingStatuses[]
  /** Resolves when no list is being read. */
  close(): Promise<void>
}

interface Deps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'quotaUsage'>
  inventory: InventoryStore
  accounts: AccountKeysForSync & { list(): Account[] }
  sync: Pick<SyncRunner, 'progress' | 'onListReadOutsideSync'>
  database: Database
  clock: Clock
  state: () => Pick<AppState, 'settings' | 'keychain' | 'ipBlocks' | 'refusedKeysHolds'>
  /** Aborted when the app closes. */
  closing: AbortSignal
}

/** The poller looks for due lists at this interval, because the wall clock may jump and the computer may sleep. */
const checkIntervalMs = 30 * secondMs
const maxConcurrentLists = 2
const listEndpoints = { domain: 'domain.list', server: 'server.list' } as const

export function createPendingStatusPoller(deps: Deps): PendingStatusPoller {
  const { api, accounts, sync, database, clock, state, closing } = deps
  const syncRuns = createSyncRunStore(database)
  const startedAt = clock.now()
  let states = new Map<string, PendingStatusPollState>()
  const reading = new Map<string, Promise<void>>()
  const limitConcurrency = pLimit(maxConcurrentLists)
  const keyOf = ({ accountId, list }: ListWithPendingStatuses) => `${list} ${accountId}`

  /** The lists with unfinished procedures, each with its state. States of other lists are forgotten. */
  function updateStates(): { found: ListWithPendingStatuses; polling: PendingStatusPollState }[] {
    const lists = queryListsWithPendingStatuses(database).map((found) => ({
      found,
      polling: updatePendingStatusPollState(states.get(keyOf(found)), found.shown, startedAt),
    }))
    states = new Map(lists.map(({ found, polling }) => [keyOf(found), polling]))
    return lists
  }

  /**
   * When the list may be read, by settings, quota and back-off; null while the account reads nothing by itself or has
   * no calls left. For a list that is due, returns exactly `now`. Compare the result with the same `now`; do not read
   * the clock again.
   */
  function nextReadAt(
    account: Account,
    found: ListWithPendingStatuses,
    polling: PendingStatusPollState,
    now: number,
  ): number | null {
    if (findAutomaticReadObstacle(account, state()) !== null) return null
    if (api.usableKeys(account.id, listEndpoints[found.list], {}).keys.length === 0) return null
    const freeAt = nextBackgroundCallAt(found)
    if (freeAt === null) return null
    const due = Math.max(now, freeAt, computeNextPollAt(polling, found.readAt, now))
    const { quietHours } = getAccountSyncSchedule(account, state().settings)
    return quietHours === null ? due : findEndOfQuietHours(due, quietHours, getMinuteOfDayOfComputer)
  }

  /** When the limits allow a call of the list; Null while the background share of the 24-hour quota is used up. */
  function nextBackgroundCallAt({ accountId, list }: ListWithPendingStatuses): number | null {
    const limitClass = getEndpoint(listEndpoints[list]).limit
    const { allowed, used } = getDailyCallBudget(api, accountId, limitClass, state().settings.backgroundShare)
    if (used >= allowed) return null
    return nextCallAt({ accountId, list })
  }

  function nextCallAt({ accountId, list }: Pick<ListWithPendingStatuses, 'accountId' | 'list'>): number {
    const limitClass = getEndpoint(listEndpoints[list]).limit
    const usage = api.quotaUsage().find((each) => each.accountId === accountId && each.limitClass === limitClass)
    return Math.max(usage?.nextFreeAt ?? 0, usage?.heldUntil ?? 0)
  }

  /** The accounts whose sync reads the lists, or waits for the lists of other accounts. */
  function findAccountsInListSync(): Set<string> {
    return new Set(
      sync
        .progress()
        .filter(({ state }) => state === 'lists')
        .map(({ accountId }) => accountId),
    )
  }

  /** False while the limits allow no call at all, or an obstacle lasts. True while the call waits behind others. */
  function isBeingRead(account: Account, found: ListWithPendingStatuses, isInSync: boolean, now: number): boolean {
    if (!isInSync && !reading.has(keyOf(found))) return false
    return findAutomaticReadObstacle(account, state()) === null && nextCallAt(found) <= now
  }

  function readDueLists(): void {
    if (closing.aborted) return
    try {
      startDueReadings()
    } catch (error) {
      // Every command that needs the database reports its failure.
      if (!isAppError(error)) throw error
    }
  }

  function startDueReadings(): void {
    const lists = updateStates()
    const now = clock.now()
    if (!lists.some(({ found, polling }) => computeNextPollAt(polling, found.readAt, now) <= now)) return
    const byId = new Map(accounts.list().map((account) => [account.id, account]))
    const syncing = findAccountsInListSync()
    for (const { found, polling } of lists) {
      const account = byId.get(found.accountId)
      if (!account || syncing.has(account.id) || reading.has(keyOf(found))) continue
      const at = nextReadAt(account, found, polling, now)
      if (at !== null && at <= now) startReading(found)
    }
  }

  function startReading(found: ListWithPendingStatuses): void {
    const key = keyOf(found)
    const ended = limitConcurrency(() => read(found)).finally(() => {
      reading.delete(key)
      const polling = states.get(key)
      if (!polling) return
      const polls = polling.shown === found.shown ? polling.polls + 1 : 0
      states.set(key, { ...polling, polls, polledAt: clock.now() })
    })
    reading.set(key, ended)
  }

  async function read({ accountId, list }: ListWithPendingStatuses): Promise<void> {
    try {
      const answer = await fetchAndStoreList(deps, accountId, listEndpoints[list], closing, 'background')
      if (!answer.isRead || answer.isShrunken || answer.error) return
      syncRuns.recordListRead(accountId, list, answer.readAt)
      // The account is then as old as the list that it has, as after a sync.
      const other = list === 'domain' ? 'server' : 'domain'
      if (!isListOffered(deps, accountId, listEndpoints[other]))
        syncRuns.recordListNotGranted(accountId, other, answer.readAt)
      sync.onListReadOutsideSync(accountId)
      accounts.emitChanged()
    } catch (error) {
      // The next reading or the next sync shows what lasts. A failed reading is in the list of the app's own calls.
      if (!isAppError(error) && !closing.aborted) console.error('unfinished procedures:', error)
    }
  }

  async function run(): Promise<void> {
    while (!closing.aborted) {
      readDueLists()
      await clock.sleep(checkIntervalMs, closing)
    }
  }

  return {
    start: () => void run().catch(() => undefined),
    readDueLists,
    list() {
      const lists = updateStates()
      if (lists.length === 0) return []
      const syncing = findAccountsInListSync()
      const now = clock.now()
      return accounts.list().flatMap((account) => {
        const own = lists.filter(({ found }) => found.accountId === account.id)
        if (own.length === 0) return []
        return {
          accountId: account.id,
          lists: own.map(({ found, polling }) => ({
            list: found.list,
            count: found.count,
            nextReadAt: nextReadAt(account, found, polling, now),
            isReading: isBeingRead(account, found, syncing.has(account.id), now),
          })),
        }
      })
    },
    async close() {
      await Promise.all(reading.values())
    },
  }
}
