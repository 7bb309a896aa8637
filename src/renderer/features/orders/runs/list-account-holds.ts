import type { OrderRun } from '#shared/ipc/order-runs.ts'

export type RunAccountWithRemainingOrdersHeld = OrderRun['accounts'][number] & {
  stopped: NonNullable<OrderRun['accounts'][number]['stopped']>
}

/**
 * Accounts whose remaining orders are held. A pause of the whole run is left out, except for an account that could not
 * send even before the pause.
 */
export function findAccountsWithRemainingOrdersHeld({ accounts }: OrderRun): RunAccountWithRemainingOrdersHeld[] {
  return accounts.filter(
    (account): account is RunAccountWithRemainingOrdersHeld =>
      account.stopped !== null &&
      account.stopped !== 'waiting' &&
      !(account.stopped === 'run_paused' && account.error === null),
  )
}

/**
 * Why the remaining orders of an account are not sent. With `target_moved`, only `account.targetMoved` orders are not
 * sent.
 */
export interface AccountHold {
  account: OrderRun['accounts'][number]
  reason: RunAccountWithRemainingOrdersHeld['stopped']
  error: RunAccountWithRemainingOrdersHeld['error']
}

/**
 * Returns the holds of the accounts of a run: those of all remaining orders first, then those of orders whose target
 * changed.
 */
export function listAccountHolds(run: OrderRun): AccountHold[] {
  const rest = findAccountsWithRemainingOrdersHeld(run).map((account): AccountHold => ({
    account,
    reason: account.stopped,
    error: account.error,
  }))
  const moved = run.accounts
    .filter(({ targetMoved }) => targetMoved > 0)
    .map((account): AccountHold => ({ account, reason: 'target_moved', error: null }))
  return [...rest, ...moved]
}

export type RunHoldReason = Exclude<AccountHold['reason'], 'run_paused'> | 'needs_you'

/** Returns the distinct reasons why orders of a held run are not sent. */
export function listRunHoldReasons(run: OrderRun): RunHoldReason[] {
  const reasons = new Set<RunHoldReason>(
    listAccountHolds(run).flatMap(({ reason }) => (reason === 'run_paused' ? [] : [reason])),
  )
  if (run.byStatus.needs_you > 0) reasons.add('needs_you')
  return [...reasons]
}
