import type { OrderRun } from '#shared/ipc/order-runs.ts'
import { countUnsentOrders } from './count-orders-of-run.ts'
import { findAccountsOnHold } from './find-sending-holds.ts'

/**
 * Whether the user can resume held orders of the run, even while other accounts are sending. Orders whose target changed
 * after the confirmation do not count: after a resume they would be held again. The user must order them again or cancel
 * them.
 */
export function mayResumeRun(run: OrderRun): boolean {
  const moved = run.accounts.reduce((sum, { targetMoved }) => sum + targetMoved, 0)
  return (
    run.state === 'paused' ||
    (run.state === 'held' && countUnsentOrders(run) > moved) ||
    (run.state === 'running' && findAccountsOnHold(run).length > 0)
  )
}
