import type { IntentEvent, IntentFilter, OrderRun } from '#shared/ipc/orders.ts'
import { minuteMs } from '#shared/api/limits.ts'
import type { Clock } from '../../clock.ts'
import { isOpen, type Intent } from '../intent.ts'
import { mayHaveHappened } from './judge.ts'
import { createPriceAgain, isForBalance, mayPriceAgain } from './price-again.ts'
import { createRunCounts, isHeldForPerson, type RunCounts } from './run-counts.ts'

/** The runs that are shown: those of which an intent was noted. */
export interface RunBook {
  /** Its newest version. */
  note(intent: Intent): void
  /** It counts for what lacks balance, and does not make its run one that is shown. Returns the runs with something that lacks it. */
  noteEarlier(intents: readonly Intent[]): string[]
  list(): OrderRun[]
  /** Intents that were not carried out, for want of balance or because the price had changed, and may be priced again. */
  toPriceAgain(runId: string): Intent[]
  /** The intents that its accounts count as `forBalance`, or as `onHold`. */
  waiting(runId: string, waitsFor: NonNullable<IntentFilter['waitsFor']>): Intent[]
  /** The stored lists changed. Returns whether that changed a run. */
  recheck(): boolean
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
  counts: RunCounts
  /** Null until the first leaves. */
  pace: Pace | null
  activeAt: number
}

/** Since when, how many first sendings were answered since, and when the last of them; monotonic. */
interface Pace {
  since: number
  ended: number
  endedAt: number
}

/** No answer and no place under a limit of a minute is waited for so long: nothing could be sent, or the machine slept. */
const stillAfterMs = 5 * minuteMs

/** The person's word that it is to be sent, and the sending. */
const activity: readonly IntentEvent[] = ['planned', 'released', 'sent']

export interface RunBookDeps {
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** The stored lists show that nothing is left to do for an order that was not carried out. */
  isOvertaken: (intent: Intent) => boolean
  isDismissed: (runId: string) => boolean
}

export function createRunBook({ clock, isOvertaken, isDismissed }: RunBookDeps): RunBook {
  const runs = new Map<string, Run>()
  const open = new Map<string, number>()
  const priceAgain = createPriceAgain(isOvertaken)

  function count(accountId: string, by: number): void {
    open.set(accountId, (open.get(accountId) ?? 0) + by)
  }

  function note(intent: Intent): void {
    const run: Run = runs.get(intent.runId) ?? { intents: new Map(), counts: createRunCounts(), pace: null, activeAt: 0 }
    runs.set(intent.runId, run)
    priceAgain.note(intent)
    const before = run.intents.get(intent.id)
    run.intents.set(intent.id, intent)
    run.counts.count(intent, before)
    // What is written now is the newest, whatever the clock says. Of what is found at the start, the latest holds.
    const active = (before ? intent.steps.slice(-1) : intent.steps).findLast(({ event }) => activity.includes(event))
    if (active) run.activeAt = before ? active.at : Math.max(run.activeAt, active.at)
    count(intent.item.accountId, Number(isOpen(intent)) - Number(before !== undefined && isOpen(before)))
    run.pace = paceAfter(run, intent, before)
  }

  /** It begins anew where the run stood still. A lost answer, and what repeats it, brings nothing nearer that is still to be sent. */
  function paceAfter({ counts, pace }: Run, { state, sendings }: Intent, before: Intent | undefined): Pace | null {
    if (counts.left() === 0) return null
    const isRepeat = before !== undefined && mayHaveHappened(before.sendings)
    const isLost = before !== undefined && sendings.lost > before.sendings.lost
    if (isRepeat || isLost) return pace
    const isEnd = before?.state === 'sent' && state !== 'sent' && state !== 'planned'
    if (state !== 'sent' && !isEnd) return pace
    const at = clock.monotonic()
    const going = pace && at - pace.endedAt <= stillAfterMs ? pace : null
    if (isEnd) return going && { ...going, ended: going.ended + 1, endedAt: at }
    return going ?? { since: at, ended: 0, endedAt: at }
  }

  function viewOf(id: string, { counts, pace }: Run): OrderRun {
    const left = counts.left()
    const minutesLeft = left === 0 || !pace || pace.ended === 0 ? null : (left * (clock.monotonic() - pace.since)) / pace.ended / minuteMs
    const view = counts.view(priceAgain.of(id))
    const answeredAt = minutesLeft === null || !pace ? null : clock.now() - (clock.monotonic() - pace.endedAt)
    return { id, ...view, isDismissed: view.state === 'ended' && isDismissed(id), minutesLeft, answeredAt }
  }

  return {
    note,
    noteEarlier(intents) {
      intents.forEach(priceAgain.note)
      return priceAgain.runIds()
    },
    toPriceAgain: (runId) => priceAgain.of(runId).filter(mayPriceAgain),
    waiting(runId, waitsFor) {
      const forBalance = priceAgain.of(runId).filter(isForBalance)
      if (waitsFor === 'balance') return forBalance
      const ids = new Set(forBalance.map(({ id }) => id))
      return [...(runs.get(runId)?.intents.values() ?? [])].filter((intent) => isHeldForPerson(intent) && !ids.has(intent.id))
    },
    recheck: priceAgain.recheck,
    list: () => [...runs].map(([id, run]) => viewOf(id, run)),
    has: (runId) => runs.has(runId),
    size: (runId) => runs.get(runId)?.intents.size ?? 0,
    activeAt: (runId) => runs.get(runId)?.activeAt ?? 0,
    openOf: (accountId) => open.get(accountId) ?? 0,
  }
}
