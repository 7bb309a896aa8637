import type { OrderStatus } from '#shared/ipc/order-intents.ts'
import type { OrderRun } from '#shared/ipc/order-runs.ts'

/** What is over in a run, one way or the other: nothing more is sent for it. */
export function countProcessed(run: OrderRun): number {
  return processedOrderCounts(run).reduce((sum, { count }) => sum + count, 0)
}

/** Not sent yet, whatever they wait for. */
export function countUnsent({ byStatus }: OrderRun): number {
  return byStatus.planned + byStatus.held
}

/** Something of it waits for the person. */
export function asksForAction({ waitsForYou, toRequote: toPriceAgain }: OrderRun): boolean {
  return waitsForYou > 0 || toPriceAgain > 0
}

/** Runs worth the room over the list: those that ask for an action, those that go on, and what ended while the person was here, each newest first. */
export function visibleRuns(runs: readonly OrderRun[]): OrderRun[] {
  const rank = (run: OrderRun) => (asksForAction(run) ? 0 : run.state === 'ended' ? 2 : 1)
  return runs
    .filter(({ isDismissed }) => !isDismissed)
    .toSorted((a, b) => rank(a) - rank(b) || b.startedAt - a.startedAt)
}

export type RunAccountOnHold = OrderRun['accounts'][number] & {
  stopped: NonNullable<OrderRun['accounts'][number]['stopped']>
}

/** Accounts whose rest waits for something that the person can do; a pause of the whole run is not told for each, but what kept an account from being sent before it is. */
export function accountsOnHold({ accounts }: OrderRun): RunAccountOnHold[] {
  return accounts.filter(
    (account): account is RunAccountOnHold =>
      account.stopped !== null &&
      account.stopped !== 'waiting' &&
      !(account.stopped === 'run_paused' && account.error === null),
  )
}

/** Why orders of an account are not sent: all the rest of them, or, with `target_moved`, `account.targetMoved` single ones. */
export interface SendingHold {
  account: OrderRun['accounts'][number]
  reason: RunAccountOnHold['stopped']
  error: RunAccountOnHold['error']
}

export function sendingHolds(run: OrderRun): SendingHold[] {
  const rest = accountsOnHold(run).map((account): SendingHold => ({
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

/** Why nothing of a held run is sent. */
export function runHoldReasons(run: OrderRun): RunHoldReason[] {
  const reasons = new Set<RunHoldReason>(
    sendingHolds(run).flatMap(({ reason }) => (reason === 'run_paused' ? [] : [reason])),
  )
  if (run.byStatus.needs_you > 0) reasons.add('needs_you')
  return [...reasons]
}

export type RunStatus =
  OrderRun['state'] | 'waiting' | 'needs_you' | 'cancelled' | 'offline' | 'no_keychain' | 'declined' | 'ended_with'

/**
 * What a run says of itself. While working offline, or without a keychain, nothing is sent or checked; what is on its way still gets its answer.
 * `isQuiet`: no order was answered of late.
 */
export function runStatus(run: OrderRun, isOffline: boolean, hasKeychain = true, isQuiet = false): RunStatus {
  const { state, byStatus, isCancelled, blockedByBalance: forBalance } = run
  if (state === 'ended' && forBalance > 0) return 'declined'
  if (state === 'ended') return unfinishedOrderCounts(run).length > 0 ? 'ended_with' : 'ended'
  // Nothing is left to send: only the person can say what became of the rest.
  if (state === 'held' && countUnsent(run) === 0) return 'needs_you'
  if (state !== 'running' && state !== 'checking') return state
  if (isOffline && byStatus.sent === 0) return 'offline'
  if (!hasKeychain && byStatus.sent === 0) return 'no_keychain'
  if (isCancelled) return 'cancelled'
  // Its orders wait for what is read before them, or for the rate limit, both of which may take minutes.
  return state === 'running' && isQuiet && byStatus.sent === 0 ? 'waiting' : state
}

const unfinished: readonly RunOrderStatus[] = ['accepted', 'needs_application', 'refused', 'abandoned', 'not_happened']

/** What of an ended run is not completed. */
export function unfinishedOrderCounts(run: OrderRun): { part: RunOrderStatus; count: number }[] {
  return orderCountsByStatus(run).filter(({ part }) => unfinished.includes(part))
}

/** Something of it is held that the person can let go on, also while other accounts are being sent. */
export function mayResumeRun(run: OrderRun): boolean {
  return (
    run.state === 'paused' ||
    (run.state === 'held' && countUnsent(run) > 0) ||
    (run.state === 'running' && accountsOnHold(run).length > 0)
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
] as const satisfies readonly OrderStatus[]
export type RunOrderStatus = (typeof parts)[number]

/** How many have which status, without those that are none: each order counts once. */
export function orderCountsByStatus(run: OrderRun): { part: RunOrderStatus; count: number }[] {
  return parts
    .map((part) => ({ part, count: part === 'planned' ? countUnsent(run) : run.byStatus[part] }))
    .filter(({ count }) => count > 0)
}

const settled: readonly RunOrderStatus[] = [
  'done',
  'accepted',
  'needs_application',
  'refused',
  'abandoned',
  'not_happened',
]

/** What fills the bar of a run: what is processed, as `countProcessed` counts it. */
export function processedOrderCounts(run: OrderRun): { part: RunOrderStatus; count: number }[] {
  return orderCountsByStatus(run).filter(({ part }) => settled.includes(part))
}
