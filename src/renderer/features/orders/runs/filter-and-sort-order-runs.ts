import type { OrderRun } from '#shared/ipc/order-run-schema.ts'

/** Returns true if a pause or a cancel may still keep an order of the run from being sent. */
export function isOrderRunSendingAndPausable({ state, mayPause }: OrderRun): boolean {
  return state === 'running' && mayPause
}

/** Returns true if the outcome of an order is unknown, whether or not the user is asked to decide. */
function hasOrderOfUnknownOutcome({ byStatus }: OrderRun): boolean {
  return byStatus.needs_you + byStatus.unsettled > 0
}

/** Returns true if the run is visible before the user asks for all runs. */
export function isOrderRunAlwaysShown(run: OrderRun): boolean {
  return isOrderRunSendingAndPausable(run) || hasOrderOfUnknownOutcome(run) || run.waitsForYou > 0
}

/**
 * Returns the runs to show, without dismissed ones. Runs that are being sent come first, because they can be stopped
 * for seconds only. Runs with an order of unknown outcome follow, because it may have been charged. Then come runs that
 * need another action, then open ones, then ended ones. Runs of the same rank are listed newest first. Of accounts that
 * are not selected, only runs that are being sent are shown.
 */
export function filterAndSortOrderRuns(
  runs: readonly OrderRun[],
  isAccountSelected: (accountId: string) => boolean,
): OrderRun[] {
  const rank = (run: OrderRun) =>
    [
      isOrderRunSendingAndPausable(run),
      hasOrderOfUnknownOutcome(run),
      run.waitsForYou > 0,
      run.state !== 'ended',
      true,
    ].indexOf(true)
  return runs
    .filter(({ isDismissed }) => !isDismissed)
    .filter(
      (run) => isOrderRunSendingAndPausable(run) || run.accounts.some(({ accountId }) => isAccountSelected(accountId)),
    )
    .toSorted((a, b) => rank(a) - rank(b) || b.startedAt - a.startedAt)
}
