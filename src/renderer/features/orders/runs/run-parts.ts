import type { OrderRun, OrderStatus } from '#shared/ipc/orders.ts'

/** What is over in a run, one way or the other: nothing more is sent for it. */
export function settledOf(run: OrderRun): number {
  return barOf(run).reduce((sum, { count }) => sum + count, 0)
}

/** Not sent yet, whatever they wait for. */
export function unsentOf({ byStatus }: OrderRun): number {
  return byStatus.planned + byStatus.held
}

/** Something of it waits for the person. */
export function asksForAction({ waitsForYou, toPriceAgain }: OrderRun): boolean {
  return waitsForYou > 0 || toPriceAgain > 0
}

/** Runs worth the room over the list: those that ask for an action, those that go on, and what ended while the person was here, each newest first. */
export function shownRuns(runs: readonly OrderRun[]): OrderRun[] {
  const rank = (run: OrderRun) => (asksForAction(run) ? 0 : run.state === 'ended' ? 2 : 1)
  return runs.filter(({ isDismissed }) => !isDismissed).toSorted((a, b) => rank(a) - rank(b) || b.startedAt - a.startedAt)
}

export type StoppedAccount = OrderRun['accounts'][number] & { stopped: NonNullable<OrderRun['accounts'][number]['stopped']> }

/** Accounts whose rest waits for something that the person can do; a pause of the whole run is not told for each, but what kept an account from being sent before it is. */
export function stoppedAccounts({ accounts }: OrderRun): StoppedAccount[] {
  return accounts.filter((account): account is StoppedAccount => account.stopped !== null && account.stopped !== 'waiting' && !(account.stopped === 'run_paused' && account.error === null))
}

/** Why orders of an account are not sent: all the rest of them, or, with `target_moved`, `account.targetMoved` single ones. */
export interface Stop {
  account: OrderRun['accounts'][number]
  reason: StoppedAccount['stopped']
  error: StoppedAccount['error']
}

export function stopsOf(run: OrderRun): Stop[] {
  const rest = stoppedAccounts(run).map((account): Stop => ({ account, reason: account.stopped, error: account.error }))
  const moved = run.accounts.filter(({ targetMoved }) => targetMoved > 0).map((account): Stop => ({ account, reason: 'target_moved', error: null }))
  return [...rest, ...moved]
}

export type RunHold = Exclude<Stop['reason'], 'run_paused'> | 'needs_you'

/** Why nothing of a held run is sent. */
export function holdsOf(run: OrderRun): RunHold[] {
  const reasons = new Set<RunHold>(stopsOf(run).flatMap(({ reason }) => (reason === 'run_paused' ? [] : [reason])))
  if (run.byStatus.needs_you > 0) reasons.add('needs_you')
  return [...reasons]
}

export type RunStanding = OrderRun['state'] | 'waiting' | 'needs_you' | 'cancelled' | 'offline' | 'no_keychain' | 'declined' | 'ended_with'

/**
 * What a run says of itself. While working offline, or without a keychain, nothing is sent or checked; what is on its way still gets its answer.
 * `isQuiet`: no order was answered of late.
 */
export function standingOfRun(run: OrderRun, isOffline: boolean, hasKeychain = true, isQuiet = false): RunStanding {
  const { state, byStatus, isCancelled, forBalance } = run
  if (state === 'ended' && forBalance > 0) return 'declined'
  if (state === 'ended') return unfinishedParts(run).length > 0 ? 'ended_with' : 'ended'
  // Nothing is left to send: only the person can say what became of the rest.
  if (state === 'held' && unsentOf(run) === 0) return 'needs_you'
  if (state !== 'running' && state !== 'checking') return state
  if (isOffline && byStatus.sent === 0) return 'offline'
  if (!hasKeychain && byStatus.sent === 0) return 'no_keychain'
  if (isCancelled) return 'cancelled'
  // Its orders wait for what is read before them, or for the rate limit, both of which may take minutes.
  return state === 'running' && isQuiet && byStatus.sent === 0 ? 'waiting' : state
}

const unfinished: readonly RunPart[] = ['accepted', 'needs_application', 'refused', 'abandoned', 'not_happened']

/** What of an ended run is not completed. */
export function unfinishedParts(run: OrderRun): { part: RunPart; count: number }[] {
  return partsOf(run).filter(({ part }) => unfinished.includes(part))
}

/** Something of it is held that the person can let go on, also while other accounts are being sent. */
export function mayResume(run: OrderRun): boolean {
  return run.state === 'paused' || (run.state === 'held' && unsentOf(run) > 0) || (run.state === 'running' && stoppedAccounts(run).length > 0)
}

const parts = ['done', 'accepted', 'needs_application', 'sent', 'planned', 'needs_you', 'unsettled', 'refused', 'abandoned', 'not_happened'] as const satisfies readonly OrderStatus[]
export type RunPart = (typeof parts)[number]

/** How many have which status, without those that are none: each order counts once. */
export function partsOf(run: OrderRun): { part: RunPart; count: number }[] {
  return parts.map((part) => ({ part, count: part === 'planned' ? unsentOf(run) : run.byStatus[part] })).filter(({ count }) => count > 0)
}

const settled: readonly RunPart[] = ['done', 'accepted', 'needs_application', 'refused', 'abandoned', 'not_happened']

/** What fills the bar of a run: what is processed, as `settledOf` counts it. */
export function barOf(run: OrderRun): { part: RunPart; count: number }[] {
  return partsOf(run).filter(({ part }) => settled.includes(part))
}
