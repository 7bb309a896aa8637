import type { OrderRun } from '#shared/ipc/order-runs.ts'

export type RunAccountOnHold = OrderRun['accounts'][number] & {
  stopped: NonNullable<OrderRun['accounts'][number]['stopped']>
}

/**
 * Accounts whose remaining orders are held. A pause of the whole run is left out, except for an account that could not
 * send even before the pause.
 */
export function findAccountsOnHold({ accounts }: OrderRun): RunAccountOnHold[] {
  return accounts.filter(
    (account): account is RunAccountOnHold =>
      account.stopped !== null &&
      account.stopped !== 'waiting' &&
      !(account.stopped === 'run_paused' && account.error === null),
  )
}

/**
 * Why an account's remaining orders are not sent. With `target_moved`, only `account.targetMoved` orders are not sent.
 */
export interface SendingHold {
  account: OrderRun['accounts'][number]
  reason: RunAccountOnHold['stopped']
  error: RunAccountOnHold['error']
}

export function findSendingHolds(run: OrderRun): SendingHold[] {
  const rest = findAccountsOnHold(run).map((account): SendingHold => ({
    account,
    reason: account.stopped,
    error: account.error,
  }))
  const moved = run.accounts
    .filter(({ targetMoved }) => targetMoved > 0)
    .map((account): SendingHold => ({ account, reason: 'target_moved', error: null }))
  return [...rest, ...moved]
}

export type RunHoldReason = Exclude<SendingHold['reason'], 'run_paused'> | 'needs_you'

/** Returns the distinct reasons why orders of a held run are not sent. */
export function listRunHoldReasons(run: OrderRun): RunHoldReason[] {
  const reasons = new Set<RunHoldReason>(
    findSendingHolds(run).flatMap(({ reason }) => (reason === 'run_paused' ? [] : [reason])),
  )
  if (run.byStatus.needs_you > 0) reasons.add('needs_you')
  return [...reasons]
}
