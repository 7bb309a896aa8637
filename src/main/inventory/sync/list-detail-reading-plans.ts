import { rateLimits } from '#shared/api/service-limits.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'
import type { Settings } from '#shared/ipc/app-state-and-settings.ts'
import type { DetailReadingPlan } from '#shared/ipc/detail-reading-plan.ts'
import { computeBackgroundCallsPerMinute } from '#main/api/compute-background-calls-per-minute.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { BoundReadOnlyQueries } from '#main/store/bind-read-only-queries.ts'
import { getDailyCallBudget } from './daily-call-budget.ts'
import type { queryDetailReadingPlan } from './query-detail-reading-plan.ts'
import type { SyncRunner } from './sync-runner.ts'

interface Deps {
  queries: BoundReadOnlyQueries<{ readingPlan: typeof queryDetailReadingPlan }>
  accounts: { list(): Account[]; keysByAccount(): Record<string, Key[]> }
  api: Pick<ApiClient, 'quotaUsage'>
  sync: Pick<SyncRunner, 'lastCompleteStartOf'>
  clock: Clock
  settings: () => Pick<Settings, 'backgroundShare'>
}

/**
 * Lists what a sync of each account would read next, in the order of `accounts.list`. `accountIds` null: all accounts.
 */
export async function listDetailReadingPlans(
  { queries, accounts, api, sync, clock, settings }: Deps,
  accountIds: readonly string[] | null,
): Promise<DetailReadingPlan[]> {
  const keys = accounts.keysByAccount()
  const usages = api.quotaUsage()
  const plans: DetailReadingPlan[] = []
  // One after the other, so that other queries of the window run in between.
  for (const { id } of accounts.list().filter((account) => accountIds === null || accountIds.includes(account.id))) {
    const usage = usages.find((each) => each.accountId === id && each.limitClass === 'domain')
    const { perMinute } = usage ?? rateLimits.domain
    const plan = await queries.readingPlan({
      accountId: id,
      keys: keys[id] ?? [],
      budget: getDailyCallBudget(api, id, 'domain', settings().backgroundShare),
      lastSyncStartedAt: sync.lastCompleteStartOf(id),
      now: clock.now(),
    })
    plans.push({ ...plan, minutesNow: Math.ceil(plan.affordableNow / computeBackgroundCallsPerMinute(perMinute)) })
  }
  return plans
}
