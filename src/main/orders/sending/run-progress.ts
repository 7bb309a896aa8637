import type { IntentEvent, IntentFilter } from '#shared/ipc/order-intents.ts'
import type { OrderRun } from '#shared/ipc/order-runs.ts'
import { minuteMs } from '#shared/api/limits.ts'
import type { Clock } from '#main/clock.ts'
import { isIntentOpen, type Intent } from '#main/orders/intent.ts'
import { mayHaveBeenExecuted } from './classify-sending-outcome.ts'
import { createInsufficientBalanceOrders, isBlockedByBalance, mayRequote } from './insufficient-balance-orders.ts'
import { createRunCounts, isHeldForPerson, type RunCounts } from './run-counts.ts'

/** The runs that are shown: those of which an intent was noted. */
export interface RunProgress {
  /** Its newest version. */
  note(intent: Intent): void
  /** It counts for what lacks balance, and does not make its run one that is shown. Returns the runs with something that lacks it. */
  noteEarlier(intents: readonly Intent[]): string[]
  list(): OrderRun[]
  /** Intents that were not carried out, for want of balance or because the price had changed, and may be priced again. */
  toRequote(runId: string): Intent[]
  /** The intents that its accounts count as `forBalance`, or as `onHold`. */
  waiting(runId: string, waitsFor: NonNullable<IntentFilter['waitsFor']>): Intent[]
  /** The stored lists changed. Returns whether that changed a run. */
  onListsChanged(): boolean
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
  rate: SendingRate | null
  activeAt: number
}

/** Since when, how many first sendings were answered since, and when the last of them; monotonic. */
interface SendingRate {
  since: number
  ended: number
  endedAt: number
}

/** No answer and no place under a limit of a minute is waited for so long: nothing could be sent, or the machine slept. */
const rateResetAfterMs = 5 * minuteMs

/** The person's word that it is to be sent, and the sending. */
const activityEvents: readonly IntentEvent[] = ['planned', 'released', 'sent']

export interface RunProgressDeps {
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** The stored lists show that nothing is left to do for an order that was not carried out. */
  isOvertaken: (intent: Intent) => boolean
  isDismissed: (runId: string) => boolean
}

export function createRunProgress({ clock, isOvertaken, isDismissed }: RunProgressDeps): RunProgress {
  const runs = new Map<string, Run>()
  const open = new Map<string, number>()
  const insufficientBalance = createInsufficientBalanceOrders(isOvertaken)

  function count(accountId: string, by: number): void {
    open.set(accountId, (open.get(accountId) ?? 0) + by)
  }

  function note(intent: Intent): void {
    const run: Run = runs.get(intent.runId) ?? { intents: new Map(), counts: createRunCounts(), rate: null, activeAt: 0 }
    runs.set(intent.runId, run)
    insufficientBalance.note(intent)
    const before = run.intents.get(intent.id)
    run.intents.set(intent.id, intent)
    run.counts.count(intent, before)
    // What is written now is the newest, whatever the clock says. Of what is found at the start, the latest holds.
    const active = (before ? intent.steps.slice(-1) : intent.steps).findLast(({ event }) => activityEvents.includes(event))
    if (active) run.activeAt = before ? active.at : Math.max(run.activeAt, active.at)
    count(intent.item.accountId, Number(isIntentOpen(intent)) - Number(before !== undefined && isIntentOpen(before)))
    run.rate = updateRate(run, intent, before)
  }

  /** It begins anew where the run stood still. A lost answer, and what repeats it, brings nothing nearer that is still to be sent. */
  function updateRate({ counts, rate }: Run, { state, sendings }: Intent, before: Intent | undefined): SendingRate | null {
    if (counts.left() === 0) return null
    const isRepeat = before !== undefined && mayHaveBeenExecuted(before.sendings)
    const isLost = before !== undefined && sendings.lost > before.sendings.lost
    if (isRepeat || isLost) return rate
    const isEnd = before?.state === 'sent' && state !== 'sent' && state !== 'planned'
    if (state !== 'sent' && !isEnd) return rate
    const at = clock.monotonic()
    const going = rate && at - rate.endedAt <= rateResetAfterMs ? rate : null
    if (isEnd) return going && { ...going, ended: going.ended + 1, endedAt: at }
    return going ?? { since: at, ended: 0, endedAt: at }
  }

  function toOrderRun(id: string, { counts, rate }: Run): OrderRun {
    const left = counts.left()
    const minutesLeft = left === 0 || !rate || rate.ended === 0 ? null : (left * (clock.monotonic() - rate.since)) / rate.ended / minuteMs
    const view = counts.view(insufficientBalance.of(id))
    const answeredAt = minutesLeft === null || !rate ? null : clock.now() - (clock.monotonic() - rate.endedAt)
    return { id, ...view, isDismissed: view.state === 'ended' && isDismissed(id), minutesLeft, answeredAt }
  }

  return {
    note,
    noteEarlier(intents) {
      intents.forEach(insufficientBalance.note)
      return insufficientBalance.runIds()
    },
    toRequote: (runId) => insufficientBalance.of(runId).filter(mayRequote),
    waiting(runId, waitsFor) {
      const forBalance = insufficientBalance.of(runId).filter(isBlockedByBalance)
      if (waitsFor === 'balance') return forBalance
      const ids = new Set(forBalance.map(({ id }) => id))
      return [...(runs.get(runId)?.intents.values() ?? [])].filter((intent) => isHeldForPerson(intent) && !ids.has(intent.id))
    },
    onListsChanged: insufficientBalance.onListsChanged,
    list: () => [...runs].map(([id, run]) => toOrderRun(id, run)),
    has: (runId) => runs.has(runId),
    size: (runId) => runs.get(runId)?.intents.size ?? 0,
    activeAt: (runId) => runs.get(runId)?.activeAt ?? 0,
    openOf: (accountId) => open.get(accountId) ?? 0,
  }
}
