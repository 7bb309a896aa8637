import type { OrderRun } from '#shared/ipc/orders.ts'

/** What is over in a run, one way or the other: nothing more is sent for it. */
export function settledOf({ byState }: OrderRun): number {
  return byState.done + byState.refused + byState.abandoned
}

/** Runs worth the room over the list: those that go on, and what ended while the person was here, newest first. */
export function shownRuns(runs: readonly OrderRun[], hidden: ReadonlySet<string>): OrderRun[] {
  const isOver = ({ state }: OrderRun) => Number(state === 'ended')
  return runs.filter((run) => run.state !== 'ended' || !hidden.has(run.id)).toSorted((a, b) => isOver(a) - isOver(b) || b.startedAt - a.startedAt)
}

export type StoppedAccount = OrderRun['accounts'][number] & { stopped: NonNullable<OrderRun['accounts'][number]['stopped']> }

/** Accounts whose rest waits for something that the person can do; a pause of the whole run is not told for each. */
export function stoppedAccounts({ accounts }: OrderRun): StoppedAccount[] {
  return accounts.filter((account): account is StoppedAccount => account.stopped !== null && account.stopped !== 'waiting' && account.stopped !== 'run_paused')
}

export type RunHold = StoppedAccount['stopped'] | 'needs_you'

/** Why nothing of a held run is sent: `target_moved` holds single orders and stops no account, so it is what is left when nothing else does. */
export function holdsOf(run: OrderRun): RunHold[] {
  const reasons = new Set<RunHold>(stoppedAccounts(run).map(({ stopped }) => stopped))
  if (run.needsYou > 0) reasons.add('needs_you')
  return reasons.size > 0 ? [...reasons] : ['target_moved']
}

export type RunPart = 'done' | 'refused' | 'unsettled' | 'abandoned' | 'planned' | 'sent'
const parts: readonly RunPart[] = ['done', 'sent', 'planned', 'unsettled', 'refused', 'abandoned']

/** How many stand how, without those that are none. */
export function partsOf({ byState }: OrderRun): { part: RunPart; count: number }[] {
  return parts.map((part) => ({ part, count: byState[part] })).filter(({ count }) => count > 0)
}
