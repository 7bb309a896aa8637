import type { OrderRun } from '#shared/ipc/order-run-schema.ts'

export type OrderRunAccountWithRemainingOrdersHeld = OrderRun['accounts'][number] & {
  stopped: NonNullable<OrderRun['accounts'][number]['stopped']>
}

/**
 * Accounts whose remaining orders are held. A pause of the whole run is left out, except for an account that could not
 * send even before the pause.
 */
export function findAccountsWithRemainingOrdersHeld({ accounts }: OrderRun): OrderRunAccountWithRemainingOrdersHeld[] {
  return accounts.filter(
    (account): account is OrderRunAccountWithRemainingOrdersHeld =>
      account.stopped !== null &&
      account.stopped !== 'waiting' &&
      !(account.stopped === 'run_paused' && account.error === null),
  )
}

/**
 * Why the remaining orders of an account are not sent. With `target_moved`, only `account.targetMoved` orders are not
 * sent. Otherwise, only `account.stoppedAlone` orders are not sent if that is not null.
 */
export interface HoldOfAccountOrders {
  account: OrderRun['accounts'][number]
  reason: OrderRunAccountWithRemainingOrdersHeld['stopped']
  error: OrderRunAccountWithRemainingOrdersHeld['error']
}

/**
 * Returns the holds of the accounts of a run: those of all remaining orders first, then those of orders whose target
 * changed.
 */
export function listOrderRunHoldsByAccount(run: OrderRun): HoldOfAccountOrders[] {
  const rest = findAccountsWithRemainingOrdersHeld(run).map((account): HoldOfAccountOrders => ({
    account,
    reason: account.stopped,
    error: account.error,
  }))
  const moved = run.accounts
    .filter(({ targetMoved }) => targetMoved > 0)
    .map((account): HoldOfAccountOrders => ({ account, reason: 'target_moved', error: null }))
  return [...rest, ...moved]
}

export type OrderRunHoldReason = Exclude<HoldOfAccountOrders['reason'], 'run_paused'> | 'needs_you'

/** Returns the distinct reasons why orders of a held run are not sent. */
export function listOrderRunHoldReasons(run: OrderRun): OrderRunHoldReason[] {
  const reasons = new Set<OrderRunHoldReason>(
    listOrderRunHoldsByAccount(run).flatMap(({ reason }) => (reason === 'run_paused' ? [] : [reason])),
  )
  if (run.byStatus.needs_you > 0) reasons.add('needs_you')
  return [...reasons]
}
