import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { createSyncEndEstimator } from '#main/inventory/sync/sync-end-estimator.ts'
import { storeDatabaseRebuildTime } from '#main/store/database-rebuild-time-store.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'

const now = 1_000_000_000_000

test('Shortly after a rebuild of the database, calls that it does not hold do not slow down the estimated sync', () => {
  const database = temporaryDatabase()
  const usage = { accountId: 'a', limitClass: 'domain', perMinute: 60, concurrent: 5 }
  const afterRebuild = { ...usage, usedMinute: 50, usedMinuteElsewhere: 50, nextFreeAt: null, waiting: { job: 0 } }
  const estimator = createSyncEndEstimator({
    api: { quotaUsage: () => [afterRebuild as QuotaUsage] },
    accounts: { overlaps: () => [] },
    database,
    remainingCallsOfDomainJobs: () => new Map(),
  })
  const minutesLeft = () => {
    const remaining = [{ limitClass: 'domain' as const, calls: 1_000, callMs: null }]
    const ends = estimator.estimateEnds(new Map([['a', { remaining, isStopping: false }]]), now)
    return ((ends.get('a') ?? 0) - now) / minuteMs
  }
  storeDatabaseRebuildTime(database, now - minuteMs / 2)
  expect(minutesLeft()).toBeCloseTo(1_000 / 50)
  storeDatabaseRebuildTime(database, now - 2 * minuteMs)
  expect(minutesLeft()).toBeCloseTo(3 * (1_000 / 50))
})
