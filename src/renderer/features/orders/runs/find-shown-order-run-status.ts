import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { listNotDoneOrderCounts, countUnsentOrders } from './count-orders-of-run.ts'

export type ShownOrderRunStatus =
  | OrderRun['state']
  | 'waiting'
  | 'needs_you'
  | 'cancelled'
  | 'offline'
  | 'no_keychain'
  | 'cannot_check'
  | 'cannot_send'
  | 'declined'
  | 'ended_not_all_done'

interface OrderRunConditions {
  isOffline: boolean
  hasKeychain: boolean
  /** The service has answered no order of the run recently. */
  hasNoRecentAnswer: boolean
  /** See `canAnyUnknownOutcomeBeChecked`. */
  mayCheck: boolean
  /** False if no account can send its queued orders. */
  maySend: boolean
}

/**
 * Returns the status that the card of a run shows. `offline` and `no_keychain` mean that the app can neither send nor
 * check an order. They are not shown while a sent order awaits its response, because that response can still arrive.
 */
export function findShownOrderRunStatus(
  run: OrderRun,
  {
    isOffline = false,
    hasKeychain = true,
    hasNoRecentAnswer = false,
    mayCheck = true,
    maySend = true,
  }: Partial<OrderRunConditions> = {},
): ShownOrderRunStatus {
  const { state, byStatus, isCancelled, blockedByBalance: forBalance } = run
  if (state === 'ended') {
    // The user is asked again about an order that is recorded as not accepted.
    if (byStatus.needs_you > 0) return 'needs_you'
    const notDone = listNotDoneOrderCounts(run)
    if (forBalance > 0 && notDone.every(({ status }) => status === 'insufficient_balance')) return 'declined'
    return notDone.length > 0 ? 'ended_not_all_done' : 'ended'
  }
  // Nothing is left to send. The remaining orders need the user's decision.
  if (state === 'held' && countUnsentOrders(run) === 0) return 'needs_you'
  if (state !== 'running' && state !== 'checking') return state
  if (isOffline && byStatus.sent === 0) return 'offline'
  if (!hasKeychain && byStatus.sent === 0) return 'no_keychain'
  if (state === 'checking' && !mayCheck && byStatus.sent === 0) return 'cannot_check'
  if (state === 'running' && !maySend && byStatus.sent === 0) return 'cannot_send'
  if (isCancelled) return 'cancelled'
  // Every unsent order waits for the check before sending or for the rate limit. Both can take minutes.
  return state === 'running' && hasNoRecentAnswer && byStatus.sent === 0 ? 'waiting' : state
}

/**
 * Returns true if at least one account can check its orders of unknown outcome, or if no outcome is unknown.
 * `mayCheck`: see `mayAccountCheckOrderOutcomes`.
 */
export function canAnyUnknownOutcomeBeChecked(
  { accounts }: OrderRun,
  mayCheck: (accountId: string) => boolean,
): boolean {
  const unknown = accounts.filter(({ unsettled, needsYou }) => unsettled + needsYou > 0)
  return unknown.length === 0 || unknown.some(({ accountId }) => mayCheck(accountId))
}

/** Counts the accounts with queued orders: those that can send them now, and those that cannot. */
export function countAccountsWithQueuedOrders(
  { accounts }: OrderRun,
  maySend: (accountId: string) => boolean,
): { sending: number; stopped: number } {
  const queued = accounts.filter((account) => account.queued > 0)
  const sending = queued.filter(({ accountId }) => maySend(accountId)).length
  return { sending, stopped: queued.length - sending }
}
