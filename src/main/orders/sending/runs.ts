import { AppError, isAppError, toWireError } from '#shared/errors.ts'
import type { IntentView, OrderRun } from '#shared/ipc/orders.ts'
import { createDesk, type DeskDeps } from './desk.ts'
import { isResendable } from './evidence.ts'
import { createFollow } from './follow.ts'
import { isOpen, viewOf, type Intent, type IntentDraft } from '../intent.ts'
import { isWaiting, makeIntent, repeatIntent } from './make-intent.ts'
import { abandon, hold, interrupt, noteRepeat, release, settleByPerson, stop } from './steps.ts'

/** What sends and settles. */
export interface Runs {
  /** Writes the intents durably, then sends them in the background. Throws open_intent, disk_full, database_*, journal_locked. */
  place(drafts: readonly IntentDraft[]): Promise<{ runId: string; intentIds: string[] }>
  list(): OrderRun[]
  pause(runId: string): Promise<void>
  resume(runId: string): Promise<void>
  cancel(runId: string): Promise<void>
  /** How many were taken back. */
  abandon(intentIds: readonly string[]): Promise<number>
  readAgain(intentId: string): Promise<IntentView>
  settle(intentId: string, happened: boolean, repeat: boolean): Promise<IntentView>
  /** Goes on with what an earlier run of the app left. */
  start(): void
  /** Something may stand otherwise: online again, a key was added. What could not be sent is tried now. */
  wake(): void
  close(): Promise<void>
}

/** Sends and settles intents. Everything that must not be lost is in the journal: composed anew on the same journal, `start` goes on. */
export function createRuns(deps: DeskDeps): Runs {
  const { journal, sealer, clock, newId } = deps
  const closing = new AbortController()
  const desk = createDesk(deps, closing.signal)
  const follow = createFollow(desk, holdRest)
  const working = new Map<string, Promise<void>>()

  function work(id: string): void {
    if (working.has(id) || closing.signal.aborted) return
    working.set(
      id,
      follow.intent(id).then(
        () => end(id),
        (thrown: unknown) => {
          working.delete(id)
          // Banto ends, and what could not be written is found out at the next start.
          if (!(closing.signal.aborted && isAppError(thrown))) console.error('orders:', thrown)
        },
      ),
    )
  }

  function end(id: string): void {
    working.delete(id)
    const intent = journal.get(id)
    // Released while it ended.
    if (intent && isWaiting(intent)) return work(id)
    if (working.size === 0) desk.readings.forget()
  }

  /** Changes those that `isIt`, each by itself: others may have been sent meanwhile. Returns how many were. */
  async function changeAll(intents: readonly Intent[], isIt: (intent: Intent) => boolean, change: (intent: Intent) => Intent): Promise<number> {
    let changed = 0
    const writes = intents.filter(isIt).map(({ id }) =>
      desk.change(id, (newest) => {
        if (!isIt(newest)) return newest
        changed += 1
        return change(newest)
      }),
    )
    await Promise.all(writes)
    return changed
  }

  /** No money: what is planned of the same account and run would only be refused, too. */
  async function holdRest({ runId, item }: Intent, error: AppError): Promise<void> {
    const wire = toWireError(error)
    const rest = journal.ofRun(runId).filter((other) => other.item.accountId === item.accountId && isWaiting(other))
    await Promise.all(rest.map(({ id }) => desk.write(id, (newest) => (isWaiting(newest) ? hold(newest, desk.moment(), 'no_money', wire) : newest))))
  }

  function requireIntent(id: string): Intent {
    const intent = journal.get(id)
    if (!intent) throw new AppError('not_found', 'No such order')
    return intent
  }

  async function add(intents: readonly Intent[]): Promise<void> {
    await journal.add(intents)
    for (const intent of intents) desk.tell(intent)
    for (const { id } of intents) work(id)
  }

  const isPlanned = ({ state }: Intent) => state === 'planned'
  const isHeld = (intent: Intent) => (isPlanned(intent) && !isWaiting(intent)) || intent.stop === 'paused'
  const isToPause = (intent: Intent) => isWaiting(intent) || (isUnderway(intent) && intent.stop === null)
  const isToCancel = (intent: Intent) => isPlanned(intent) || (isOpen(intent) && intent.stop === 'paused') || (isUnderway(intent) && intent.stop === null)

  async function goOn(): Promise<void> {
    const open = journal.open()
    for (const { runId } of open) if (!desk.book.has(runId)) for (const intent of journal.ofRun(runId)) desk.tell(intent)
    for (const { id, state } of open) if (state === 'sent') await desk.write(id, (newest) => (newest.state === 'sent' ? interrupt(newest, desk.moment()) : newest))
    for (const { id } of open) work(id)
  }

  let starting = Promise.resolve()

  return {
    async place(drafts) {
      if (drafts.length === 0) throw new AppError('invalid_input', 'Nothing was confirmed', { details: { issues: [] } })
      const making = { runId: newId(), now: clock.now(), newId, sealer }
      const intents = []
      for (const draft of drafts) intents.push(await makeIntent(draft, making))
      await add(intents)
      return { runId: making.runId, intentIds: intents.map(({ id }) => id) }
    },
    list: desk.book.list,
    async pause(runId) {
      await changeAll(journal.ofRun(runId), isToPause, (intent) => (isPlanned(intent) ? hold(intent, desk.moment(), 'run_paused') : stop(intent, desk.moment(), 'paused')))
    },
    async resume(runId) {
      const intents = journal.ofRun(runId)
      await changeAll(intents, isHeld, (intent) => release(intent, desk.moment()))
      follow.wake()
      for (const { id } of intents) work(id)
    },
    async cancel(runId) {
      await changeAll(journal.ofRun(runId), isToCancel, (intent) => (isPlanned(intent) ? abandon(intent, desk.moment()) : stop(intent, desk.moment(), 'cancelled')))
    },
    abandon: (intentIds) => changeAll(intentIds.map(requireIntent), isPlanned, (intent) => abandon(intent, desk.moment())),
    async readAgain(intentId) {
      const intent = requireIntent(intentId)
      if (intent.state === 'unsettled') await follow.look(intent, 'interactive')
      return viewOf(requireIntent(intentId))
    },
    async settle(intentId, happened, repeat) {
      const old = requireIntent(intentId)
      const fact = { repeat, mayStillArrive: !old.needsYou || isResendable(old) }
      const settled = await desk.change(intentId, (newest) => {
        if (newest.state !== 'unsettled') throw new AppError('conflict', 'It is not unsettled', { details: { expected: 'unsettled', actual: newest.state } })
        return settleByPerson(newest, desk.moment(), happened, fact)
      })
      if (happened || !repeat) return viewOf(settled)
      const again = repeatIntent(old, { runId: newId(), now: clock.now(), newId })
      await add([again])
      return viewOf(await desk.change(intentId, (newest) => noteRepeat(newest, desk.moment(), again.id)))
    },
    start() {
      starting = goOn().catch((thrown: unknown) => {
        if (!closing.signal.aborted) console.error('orders:', thrown)
      })
    },
    wake: follow.wake,
    async close() {
      closing.abort()
      await starting
      while (working.size > 0) await Promise.all(working.values())
    },
  }
}

/** It may be sent again without the person. */
function isUnderway(intent: Intent): boolean {
  return intent.state === 'sent' || (intent.state === 'unsettled' && isResendable(intent))
}
