import type { OrderRun } from '#shared/ipc/order-runs.ts'

export function isOrderRunWaitingForUser({ waitsForYou }: OrderRun): boolean {
  return waitsForYou > 0
}

/** Returns true if a pause or a cancel may still keep an order of the run from being sent. */
export function isOrderRunSendingAndPausable({ state, mayPause }: OrderRun): boolean {
  return state === 'running' && mayPause
}

/**
 * Returns the runs to show, without dismissed ones. Runs that are being sent come first, because they can be stopped
 * for seconds only. Runs that need an action follow, then open ones, then ended ones, each newest first. Of accounts
 * that are not selected, only runs that are being sent are shown.
 */
export function filterAndSortOrderRuns(
  runs: readonly OrderRun[],
  isAccountSelected: (accountId: string) => boolean,
): OrderRun[] {
  const rank = (run: OrderRun) =>
    isOrderRunSendingAndPausable(run) ? 0 : isOrderRunWaitingForUser(run) ? 1 : run.state === 'ended' ? 3 : 2
  return runs
    .filter(({ isDismissed }) => !isDismissed)
    .filter(
      (run) => isOrderRunSendingAndPausable(run) || run.accounts.some(({ accountId }) => isAccountSelected(accountId)),
    )
    .toSorted((a, b) => rank(a) - rank(b) || b.startedAt - a.startedAt)
}
