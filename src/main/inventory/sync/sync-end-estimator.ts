import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { queryDatabaseRebuildTime } from '#main/store/database-rebuild-time-store.ts'
import type { Database } from '#main/store/database.ts'
import type { AccountKeysForSync } from './check-keys-and-fetch-lists.ts'
import { estimateSyncEnd, type RemainingSyncCalls } from './estimate-sync-end.ts'

export interface SyncEndEstimator {
  /** Call it when the accounts of a user may have changed: queries every domain. */
  updateOverlaps(): void
  /**
   * Returns when the running syncs that read details will have ended, by account, in epoch milliseconds. `runs`: all
   * running syncs; `remaining` null: the sync reads its lists.
   */
  estimateEnds(
    runs: ReadonlyMap<string, { remaining: readonly RemainingSyncCalls[] | null; isStopping: boolean }>,
    now: number,
  ): ReadonlyMap<string, number>
}

/** `remainingCallsOfDomainJobs`: the calls for domains that each job still makes, by account; queries the database. */
export function createSyncEndEstimator({
  api,
  accounts,
  database,
  remainingCallsOfDomainJobs,
}: {
  api: Pick<ApiClient, 'quotaUsage'>
  accounts: Pick<AccountKeysForSync, 'overlaps'>
  database: Database
  remainingCallsOfDomainJobs: () => ReadonlyMap<string, readonly number[]>
}): SyncEndEstimator {
  let overlaps: ReturnType<AccountKeysForSync['overlaps']> = []

  /**
   * The calls of the last minute that Banto does not know may be its own, of an account with the same key that was
   * removed, shortly after an account was added; of all accounts shortly after a rebuild of the database, which loses
   * them.
   */
  function withoutCallsThatMayBeOwn(usages: readonly QuotaUsage[], now: number): QuotaUsage[] {
    const since = now - minuteMs
    const isRebuilt = (queryDatabaseRebuildTime(database) ?? 0) > since
    const added = database.all<{ id: string }>('select id from account where added_at > ?', since)
    const addedIds = new Set(added.map(({ id }) => id))
    return usages.map((usage) =>
      isRebuilt || addedIds.has(usage.accountId) ? { ...usage, usedMinuteElsewhere: 0 } : usage,
    )
  }

  function otherAccountsOfUser(accountId: string): string[] {
    return overlaps.flatMap((pair) => {
      if (pair.accountId === accountId) return [pair.otherAccountId]
      return pair.otherAccountId === accountId ? [pair.accountId] : []
    })
  }

  return {
    updateOverlaps() {
      overlaps = accounts.overlaps()
    },
    estimateEnds(runs, now) {
      const ends = new Map<string, number>()
      if (runs.size === 0) return ends
      const usages = withoutCallsThatMayBeOwn(api.quotaUsage(), now)
      // A job that runs always has calls that wait. Other open jobs wait themselves and take nothing from the sync.
      const withWaitingJobCalls = new Set(usages.filter(hasWaitingJobCalls).map(({ accountId }) => accountId))
      const callsOfJobs = withWaitingJobCalls.size > 0 ? remainingCallsOfDomainJobs() : new Map<string, number[]>()
      for (const [accountId, { remaining, isStopping }] of runs) {
        if (!remaining || isStopping) continue
        const others = otherAccountsOfUser(accountId)
        const sameUser = new Map(others.map((id) => [id, runs.get(id)?.remaining ?? []]))
        const callsBefore = [accountId, ...others]
          .filter((id) => withWaitingJobCalls.has(id))
          .flatMap((id) => callsOfJobs.get(id) ?? [])
          .reduce((sum, calls) => sum + calls, 0)
        ends.set(accountId, Math.round(estimateSyncEnd(accountId, remaining, sameUser, usages, now, callsBefore)))
      }
      return ends
    },
  }
}

function hasWaitingJobCalls({ limitClass, waiting }: QuotaUsage): boolean {
  return limitClass === 'domain' && waiting.job > 0
}
