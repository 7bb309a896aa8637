import { intentStates, type IntentEvent, type IntentState, type OrderRun } from '#shared/ipc/orders.ts'
import { minuteMs } from '#shared/api/limits.ts'
import type { Clock } from '../../clock.ts'
import { isOpen, type Intent } from '../intent.ts'
import { isWaiting } from './make-intent.ts'

/** The runs that are shown: those that are not ended, and those that ended since the start of the app. */
export interface RunBook {
  /** Its newest version. */
  note(intent: Intent): void
  list(): OrderRun[]
  has(runId: string): boolean
  /** How many intents of the run. */
  size(runId: string): number
  /** When something of it was last confirmed or sent, epoch milliseconds by our clock; 0 where there is none. */
  activeAt(runId: string): number
  /** How many of the account are open. */
  openOf(accountId: string): number
}

interface Run {
  intents: Map<string, Intent>
  /** Since when, monotonic, and how many were answered since. */
  pace: { since: number | null; ended: number }
  activeAt: number
}

/** The person's word that it is to be sent, and the sending. */
const activity: readonly IntentEvent[] = ['planned', 'released', 'sent']

export function createRunBook(clock: Pick<Clock, 'monotonic'>): RunBook {
  const runs = new Map<string, Run>()
  const open = new Map<string, number>()

  function count(accountId: string, by: number): void {
    open.set(accountId, (open.get(accountId) ?? 0) + by)
  }

  function note(intent: Intent): void {
    const run: Run = runs.get(intent.runId) ?? { intents: new Map(), pace: { since: null, ended: 0 }, activeAt: 0 }
    runs.set(intent.runId, run)
    const before = run.intents.get(intent.id)
    run.intents.set(intent.id, intent)
    // What is written now is the newest, whatever the clock says. Of what is found at the start, the latest holds.
    const active = (before ? intent.steps.slice(-1) : intent.steps).findLast(({ event }) => activity.includes(event))
    if (active) run.activeAt = before ? active.at : Math.max(run.activeAt, active.at)
    count(intent.item.accountId, Number(isOpen(intent)) - Number(before !== undefined && isOpen(before)))
    if (intent.state === 'sent') run.pace.since ??= clock.monotonic()
    else if (before?.state === 'sent' && intent.state !== 'planned') run.pace.ended += 1
  }

  function viewOf(id: string, { intents, pace }: Run): OrderRun {
    const all = [...intents.values()]
    const byState = Object.fromEntries(intentStates.map((state) => [state, 0])) as Record<IntentState, number>
    for (const { state } of all) byState[state] += 1
    const left = all.filter((intent) => intent.state === 'sent' || isWaiting(intent)).length
    return {
      id,
      startedAt: Math.min(...all.map(({ createdAt }) => createdAt)),
      state: stateOf(all),
      total: all.length,
      byState,
      needsYou: all.filter(({ needsYou }) => needsYou).length,
      totalYen: sumOf(all),
      doneYen: sumOf(all.filter(({ state }) => state === 'done')),
      accounts: accountsOf(all),
      minutesLeft: left === 0 || pace.since === null || pace.ended === 0 ? null : (left * (clock.monotonic() - pace.since)) / pace.ended / minuteMs,
    }
  }

  return {
    note,
    list: () => [...runs].map(([id, run]) => viewOf(id, run)),
    has: (runId) => runs.has(runId),
    size: (runId) => runs.get(runId)?.intents.size ?? 0,
    activeAt: (runId) => runs.get(runId)?.activeAt ?? 0,
    openOf: (accountId) => open.get(accountId) ?? 0,
  }
}

function sumOf(intents: readonly Intent[]): number {
  return intents.reduce((sum, { yen }) => sum + yen, 0)
}

function stateOf(intents: readonly Intent[]): OrderRun['state'] {
  if (!intents.some(isOpen)) return 'ended'
  if (intents.some(({ state, hold }) => state === 'planned' && hold?.reason === 'run_paused')) return 'paused'
  const isGoing = intents.some((intent) => intent.state === 'sent' || isWaiting(intent) || (intent.state === 'unsettled' && !intent.needsYou))
  return isGoing ? 'running' : 'held'
}

function accountsOf(intents: readonly Intent[]): OrderRun['accounts'] {
  const accounts = new Map<string, OrderRun['accounts'][number]>()
  for (const { item, accountLabel, state, hold } of intents) {
    const { accountId } = item
    const account = accounts.get(accountId) ?? { accountId, accountLabel, total: 0, done: 0, stopped: null, error: null }
    account.total += 1
    if (state === 'done') account.done += 1
    if (state === 'planned' && hold && hold.reason !== 'waiting' && hold.reason !== 'target_moved') {
      account.stopped ??= hold.reason
      account.error ??= hold.error
    }
    accounts.set(accountId, account)
  }
  return [...accounts.values()]
}
