import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { countUnsentOrders } from './count-orders-of-run.ts'
import { findAccountsWithRemainingOrdersHeld } from './list-order-run-holds-by-account.ts'

/**
 * Returns true if the user can resume held orders of the run, even while other accounts are sending. Orders whose
 * target changed after the confirmation do not count, because a resume would hold them again.
 */
export function mayResumeOrderRun(run: OrderRun): boolean {
  const moved = run.accounts.reduce((sum, { targetMoved }) => sum + targetMoved, 0)
  return (
    run.state === 'paused' ||
    (run.state === 'held' && countUnsentOrders(run) > moved) ||
    (run.state === 'running' && findAccountsWithRemainingOrdersHeld(run).length > 0)
  )
}
