import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import type { ShownAttentionItem } from './shown-attention-item.ts'

type Count = 'blockedByBalance' | 'onHoldForBalance' | 'declined' | 'onHold' | 'unsettled' | 'needsYou'

/** Sums the field `count` of the runs over the counted accounts. Also lists those of them whose `count` is not 0. */
function countOf(
  runs: readonly OrderRun[],
  count: Count,
  isCounted: (accountId: string, run: OrderRun) => boolean,
): { count: number; accountIds: string[] } {
  const accounts = runs.flatMap((run) =>
    run.accounts.filter((account) => account[count] > 0 && isCounted(account.accountId, run)),
  )
  return {
    count: accounts.reduce((sum, account) => sum + account[count], 0),
    accountIds: [...new Set(accounts.map(({ accountId }) => accountId))],
  }
}

/** Items for declined and held orders of runs, one per run and reason. `accountIds`: the accounts of these orders. */
export function createStoppedOrderRunAttentionItems(
  runs: readonly OrderRun[],
  isSelected: (accountId: string) => boolean,
): ShownAttentionItem[] {
  return runs
    .flatMap((run) => [
      {
        kind: 'run_stopped' as const,
        run,
        reason: 'balance' as const,
        ...countOf([run], 'blockedByBalance', isSelected),
        onHold: countOf([run], 'onHoldForBalance', isSelected).count,
      },
      { kind: 'run_stopped' as const, run, reason: 'declined' as const, ...countOf([run], 'declined', isSelected) },
      { kind: 'run_stopped' as const, run, reason: 'held' as const, ...countOf([run], 'onHold', isSelected) },
    ])
    .filter(({ count }) => count > 0)
}

/**
 * Returns the item for orders that need a decision. `count`: the number of these orders; if it is 0, there is no item.
 * `runs`: the accounts of these orders are found in them.
 */
export function createOrdersNeedingDecisionAttentionItems(
  count: number,
  runs: readonly OrderRun[],
  isSelected: (accountId: string) => boolean,
): ShownAttentionItem[] {
  const { accountIds } = countOf(runs, 'needsYou', isSelected)
  return count > 0 ? [{ kind: 'orders_need_you', count, accountIds }] : []
}

/**
 * Orders that may have been charged: one item for those that cannot be checked now, one for those that are being
 * checked. Those that need a decision are a separate item. `mayCheck`: Banto may check the run's orders of the account.
 */
export function createUnsettledOrderAttentionItems(
  runs: readonly OrderRun[],
  isSelected: (accountId: string) => boolean,
  mayCheck: (accountId: string, run: OrderRun) => boolean,
): ShownAttentionItem[] {
  return [false, true]
    .map((isBeingChecked) => {
      const isCounted = (accountId: string, run: OrderRun) =>
        isSelected(accountId) && mayCheck(accountId, run) === isBeingChecked
      const countedRuns = runs.filter((run) => countOf([run], 'unsettled', isCounted).count > 0)
      return {
        kind: 'orders_unsettled' as const,
        isBeingChecked,
        ...countOf(countedRuns, 'unsettled', isCounted),
        kinds: [...new Set(countedRuns.flatMap(({ kinds }) => kinds))],
      }
    })
    .filter(({ count }) => count > 0)
}
