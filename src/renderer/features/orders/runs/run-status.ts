import type { ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderRun } from '#shared/ipc/order-runs.ts'

/** Number of orders that were processed, successfully or not, and for which nothing more is sent. */
export function countProcessedOrders(run: OrderRun): number {
  return processedOrderCounts(run).reduce((sum, { count }) => sum + count, 0)
}

/** Number of orders that were not sent yet, on hold or not. */
export function countUnsentOrders({ byStatus }: OrderRun): number {
  return byStatus.planned + byStatus.held
}

/** Whether an order of the run waits for the user. */
export function isWaitingForUser({ waitsForYou }: OrderRun): boolean {
  return waitsForYou > 0
}

/** Whether a pause or a cancel may still keep an order of the run from being sent. */
export function isSendingAndPausable({ state, mayPause }: OrderRun): boolean {
  return state === 'running' && mayPause
}

/**
 * The runs to show, without dismissed ones: first those being sent, because they can be stopped for seconds only, then
 * those that need an action, then open ones, then ended ones; newest first. Of other than the selected accounts, only
 * runs that are being sent are shown.
 */
export function sortVisibleRuns(
  runs: readonly OrderRun[],
  isAccountSelected: (accountId: string) => boolean,
): OrderRun[] {
  const rank = (run: OrderRun) =>
    isSendingAndPausable(run) ? 0 : isWaitingForUser(run) ? 1 : run.state === 'ended' ? 3 : 2
  return runs
    .filter(({ isDismissed }) => !isDismissed)
    .filter((run) => isSendingAndPausable(run) || run.accounts.some(({ accountId }) => isAccountSelected(accountId)))
    .toSorted((a, b) => rank(a) - rank(b) || b.startedAt - a.startedAt)
}

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

/** The distinct reasons why orders of a held run are not sent. */
export function listRunHoldReasons(run: OrderRun): RunHoldReason[] {
  const reasons = new Set<RunHoldReason>(
    findSendingHolds(run).flatMap(({ reason }) => (reason === 'run_paused' ? [] : [reason])),
  )
  if (run.byStatus.needs_you > 0) reasons.add('needs_you')
  return [...reasons]
}

export type RunStatus =
  | OrderRun['state']
  | 'waiting'
  | 'needs_you'
  | 'cancelled'
  | 'offline'
  | 'no_keychain'
  | 'unchecked'
  | 'declined'
  | 'ended_with'

/**
 * The status that the card of a run shows. `offline` and `no_keychain` mean that the app can neither send nor check an
 * order. They are not shown while a sent order awaits its response, because that response can still arrive. `hasNoRecentAnswer`:
 * the service has answered no order of the run recently. `mayCheck`: see `mayCheckOrders`.
 */
export function findRunStatus(
  run: OrderRun,
  isOffline: boolean,
  hasKeychain = true,
  hasNoRecentAnswer = false,
  mayCheck = true,
): RunStatus {
  const { state, byStatus, isCancelled, blockedByBalance: forBalance } = run
  if (state === 'ended' && forBalance > 0) return 'declined'
  if (state === 'ended') return unfinishedOrderCounts(run).length > 0 ? 'ended_with' : 'ended'
  // Nothing is left to send. The remaining orders need the user's decision.
  if (state === 'held' && countUnsentOrders(run) === 0) return 'needs_you'
  if (state !== 'running' && state !== 'checking') return state
  if (isOffline && byStatus.sent === 0) return 'offline'
  if (!hasKeychain && byStatus.sent === 0) return 'no_keychain'
  if (state === 'checking' && !mayCheck && byStatus.sent === 0) return 'unchecked'
  if (isCancelled) return 'cancelled'
  // Every unsent order waits for the check before sending or for the rate limit. Both can take minutes.
  return state === 'running' && hasNoRecentAnswer && byStatus.sent === 0 ? 'waiting' : state
}

/** Whether an account with an order of unknown outcome can check the order. `mayCall`: the account is not paused and has a usable key. */
export function mayCheckOrders({ accounts }: OrderRun, mayCall: (accountId: string) => boolean): boolean {
  const unknown = accounts.filter(({ unsettled, needsYou }) => unsettled + needsYou > 0)
  return unknown.length === 0 || unknown.some(({ accountId }) => mayCall(accountId))
}

const unfinished: readonly RunOrderStatus[] = [
  'accepted',
  'needs_application',
  'refused',
  'abandoned',
  'not_happened',
  'already_ordered',
]

/** The counts of an ended run's orders that are not done. */
export function unfinishedOrderCounts(run: OrderRun): { part: RunOrderStatus; count: number }[] {
  return orderCountsByStatus(run).filter(({ part }) => unfinished.includes(part))
}

/**
 * Whether the user can resume held orders of the run, even while other accounts are sending. An order that is not as
 * confirmed would only be held again: the user orders it again, or cancels it.
 */
export function mayResumeRun(run: OrderRun): boolean {
  const moved = run.accounts.reduce((sum, { targetMoved }) => sum + targetMoved, 0)
  return (
    run.state === 'paused' ||
    (run.state === 'held' && countUnsentOrders(run) > moved) ||
    (run.state === 'running' && findAccountsOnHold(run).length > 0)
  )
}

const parts = [
  'done',
  'accepted',
  'needs_application',
  'sent',
  'planned',
  'needs_you',
  'unsettled',
  'refused',
  'abandoned',
  'not_happened',
  'already_ordered',
] as const satisfies readonly ShownOrderStatus[]
export type RunOrderStatus = (typeof parts)[number]

/** The number of orders per status, without zeros. Each order counts once. */
export function orderCountsByStatus(run: OrderRun): { part: RunOrderStatus; count: number }[] {
  return parts
    .map((part) => ({ part, count: part === 'planned' ? countUnsentOrders(run) : run.byStatus[part] }))
    .filter(({ count }) => count > 0)
}

const processed = [
  'done',
  'accepted',
  'needs_application',
  'refused',
  'abandoned',
  'not_happened',
  'already_ordered',
] as const satisfies readonly RunOrderStatus[]
export type ProcessedOrderStatus = (typeof processed)[number]

/** The number of processed orders per status. Their sum is `countProcessedOrders`. */
export function processedOrderCounts(run: OrderRun): { part: ProcessedOrderStatus; count: number }[] {
  return processed.map((part) => ({ part, count: run.byStatus[part] })).filter(({ count }) => count > 0)
}
