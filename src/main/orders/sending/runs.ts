import { providerErrors } from '#shared/api/provider-errors.ts'
import { AppError, isAppError, toWireError } from '#shared/errors.ts'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import type { IntentView, OrderRun } from '#shared/ipc/orders.ts'
import { dayMs } from '#shared/api/limits.ts'
import type { RunBook } from './run-book.ts'
import { createDesk, type DeskDeps } from './desk.ts'
import { isResendable } from './evidence.ts'
import { createFollow, gone } from './follow.ts'
import { breathe, inSlices } from '../../pace/slices.ts'
import { viewOf, type Intent, type IntentDraft } from '../intent.ts'
import { isWaiting, makeIntent, repeatIntent } from './make-intent.ts'
import { mayPriceAgain } from './price-again.ts'
import { isCancellable, isPausable } from './stoppable.ts'
import { abandon, hold, interrupt, noteRepeat, noteStatus, release, settleByPerson, stop } from './steps.ts'

/** What is stored of the domain or server that was ordered. */
export interface Listed {
  status: string
  expiryDate: string | null
  readAt: number
}

/** What sends and settles. */
export interface Runs {
  /** Takes back what they replace, writes the intents durably, then sends them in the background. Throws open_intent, disk_full, database_*, journal_locked. */
  place(drafts: readonly IntentDraft[]): Promise<{ runId: string; intentIds: string[] }>
  list(): OrderRun[]
  toPriceAgain(runId: string): CommandOutput<'orders.toPriceAgain'>
  pause(runId: string): Promise<void>
  resume(runId: string): Promise<void>
  cancel(runId: string): Promise<void>
  /** Puts an ended run away; one that goes on stays. */
  dismiss(runId: string): void
  /** The stored lists changed. */
  recheck(): void
  /** How many were taken back. */
  abandon(intentIds: readonly string[]): Promise<number>
  readAgain(intentId: string): Promise<IntentView>
  settle(intentId: string, happened: boolean, repeat: boolean): Promise<IntentView>
  /** The stored list shows this status of what an accepted order was for. */
  noteStatus(intentId: string, listed: Listed): Promise<void>
  /** What is open, also while it is being written. `isUnderway`: it was sent, or leaves at this moment. */
  open(): { intent: Intent; isUnderway: boolean }[]
  /** Goes on with what an earlier run of the app left; `isPaused`: pauses all of it first. */
  start(options?: { isPaused?: boolean }): void
  /** Ids of what waits in the run. */
  waiting: (...of: Parameters<RunBook['waiting']>) => string[]
  /** Something may stand otherwise: online again, a key was added. What could not be sent is tried now. */
  wake(): void
  close(): Promise<void>
}

/** What the window waits for. */
const atOnce = 100
/** So long after the start of the app a run is shown again whose orders were declined for want of balance. */
const declinedShownMs = 7 * dayMs

/** Sends and settles intents. Everything that must not be lost is in the journal: composed anew on the same journal, `start` goes on. */
export function createRuns(deps: DeskDeps): Runs {
  const { journal, sealer, accounts, clock, newId } = deps
  const closing = new AbortController()
  const desk = createDesk(deps, closing.signal)
  const follow = createFollow(desk, holdRest)
  const working = new Map<string, Promise<void>>()
  const placing = new Set<Intent>()

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

  /** Changes those that `isIt`, each by itself: others may have been sent meanwhile. Those first that go first. Returns how many were. */
  async function changeAll(intents: readonly Intent[], isIt: (intent: Intent) => boolean, change: (intent: Intent) => Intent, write = desk.change): Promise<number> {
    const wanted = intents.filter(isIt)
    let changed = 0
    for (let from = 0; from < wanted.length; from += atOnce) {
      const writes = wanted.slice(from, from + atOnce).map(({ id }) =>
        write(id, (newest) => {
          if (!isIt(newest)) return newest
          changed += 1
          return change(newest)
        }),
      )
      await Promise.all(writes)
      await breathe()
    }
    return changed
  }

  const openOf = (runId: string) => journal.open().filter((intent) => intent.runId === runId)

  /** No money: what is planned of the same account and run would only be refused, too. */
  async function holdRest({ runId, item }: Intent, error: AppError): Promise<void> {
    const wire = toWireError(error)
    const rest = openOf(runId).filter((other) => other.item.accountId === item.accountId)
    await changeAll(rest, isWaiting, (newest) => hold(newest, desk.moment(), 'no_money', wire), desk.write)
  }

  function requireIntent(id: string): Intent {
    const intent = journal.get(id)
    if (!intent) throw new AppError('not_found', 'No such order')
    return intent
  }

  async function begin(intents: readonly Intent[]): Promise<void> {
    await inSlices(intents, atOnce, (part) => part.forEach(desk.tell))
    await inSlices(intents, atOnce, (part) => part.forEach(({ id }) => work(id)))
  }

  /** A replaced one that was resumed and sent meanwhile stays open, and the journal refuses the new one for the same target. */
  async function add(intents: readonly Intent[], replaced: readonly string[]): Promise<void> {
    for (const [accountId, own] of Map.groupBy(intents, ({ item }) => item.accountId)) {
      accounts.account(accountId)
      const keyIds = new Set(accounts.keys(accountId).map(({ id }) => id))
      if (own.some(({ keyId }) => !keyIds.has(keyId))) throw new AppError('not_found', 'There is no such key', { details: { what: 'key' } })
    }
    await changeAll(replaced.map(requireIntent), isHeldForBalance, (intent) => abandon(intent, desk.moment()))
    for (const intent of intents) placing.add(intent)
    try {
      await journal.add(intents)
    } finally {
      for (const intent of intents) placing.delete(intent)
    }
    await begin(intents)
  }

  /**
   * Before the person's word that a server order did not happen counts: the servers of the account as they are now. Throws conflict where one
   * appeared that the person was not told of, and what reading throws while it may work later. Null where nothing can be read any more, or the key may not.
   */
  async function lookForServers(intentId: string): Promise<string[] | null> {
    const intent = requireIntent(intentId)
    if (intent.item.kind !== 'order' || intent.state !== 'unsettled') return null
    const seen = await follow.look(intent, 'interactive').catch((error: unknown) => {
      // A repeat is not sent before its own reading, which then names what appeared since the first sending.
      if (isAppError(error) && (gone.includes(error.kind) || error.status === providerErrors.FORBIDDEN.status)) return null
      throw error
    })
    const [told, now] = [appearedIn(intent), appearedIn(requireIntent(intentId))]
    if (now !== told && now !== '') throw new AppError('conflict', 'A new server appeared since this order was sent', { details: { expected: told, actual: now } })
    return seen?.contracts?.map(({ servername }) => servername) ?? null
  }

  const isPlanned = ({ state }: Intent) => state === 'planned'
  const isHeldForBalance = (intent: Intent) => isPlanned(intent) && mayPriceAgain(intent)
  const isHeld = (intent: Intent) => (isPlanned(intent) && !isWaiting(intent)) || intent.stop === 'paused'

  /** A pause does not end what keeps an order from being sent. */
  const whyNotSent = ({ hold: known }: Intent) => (known?.reason === 'cannot_send' ? known.error : null)

  const pause = (runId: string) =>
    changeAll(openOf(runId), isPausable, (intent) => (isPlanned(intent) ? hold(intent, desk.moment(), 'run_paused', whyNotSent(intent)) : stop(intent, desk.moment(), 'paused')))

  async function goOn(isPaused: boolean): Promise<void> {
    const open = journal.open()
    const runIds = new Set([...open.map((intent) => intent.runId), ...(await findToPriceAgain(open))])
    for (const runId of runIds) await journal.ofRun(runId, (part) => part.forEach(desk.tell))
    for (const { id, state } of open) if (state === 'sent') await desk.write(id, (newest) => (newest.state === 'sent' ? interrupt(newest, desk.moment()) : newest))
    if (isPaused) for (const runId of runIds) await pause(runId)
    await inSlices(open, atOnce, (part) => part.forEach(({ id }) => work(id)))
  }

  /** The runs of the last week with orders to price again. Everything that was confirmed since then is read, as it may have taken their place. */
  async function findToPriceAgain(open: readonly Intent[]): Promise<string[]> {
    if (journal.state().state === 'closed') return []
    const from = open.reduce((first, { createdAt }) => Math.min(first, createdAt), clock.now() - declinedShownMs)
    let runIds: string[] = []
    for (const part of journal.slices({ ...anyIntent, from })) {
      runIds = desk.book.noteEarlier(part)
      await breathe()
    }
    return runIds.filter((runId) => !desk.dismissed.has(runId))
  }

  let starting = Promise.resolve()

  return {
    async place(drafts) {
      if (drafts.length === 0) throw new AppError('invalid_input', 'Nothing was confirmed', { details: { issues: [] } })
      const making = { runId: newId(), now: clock.now(), newId, sealer }
      const intents: Intent[] = []
      for (const draft of drafts) {
        intents.push(await makeIntent(draft, making))
        if (intents.length % atOnce === 0) await breathe()
      }
      await add(intents, drafts.flatMap(({ replaces }) => replaces ?? []))
      return { runId: making.runId, intentIds: intents.map(({ id }) => id) }
    },
    list: desk.book.list,
    waiting: (runId, waitsFor) => desk.book.waiting(runId, waitsFor).map(({ id }) => id),
    toPriceAgain: (runId) => ({
      orders: desk.book
        .toPriceAgain(runId)
        .map(({ id: intentId, item, yen, expiryDate, state }) => ({ intentId, item, yen, expiryDate, isHeld: state === 'planned' })),
    }),
    async pause(runId) {
      await pause(runId)
    },
    async resume(runId) {
      const held = openOf(runId).filter(isHeld)
      await changeAll(held, isHeld, (intent) => release(intent, desk.moment()))
      follow.wake()
      await inSlices(held, atOnce, (part) =>
        part.forEach(({ id, state }) => {
          if (state === 'unsettled') follow.hurry(id)
          work(id)
        }),
      )
    },
    async cancel(runId) {
      await changeAll(openOf(runId), isCancellable, (intent) => (isPlanned(intent) ? abandon(intent, desk.moment()) : stop(intent, desk.moment(), 'cancelled')))
    },
    dismiss(runId) {
      if (desk.book.list().every(({ id, state }) => id !== runId || state !== 'ended')) return
      desk.dismissed.add(runId)
      desk.tellRuns()
    },
    recheck() {
      if (desk.book.recheck()) desk.tellRuns()
    },
    abandon: (intentIds) => changeAll(intentIds.map(requireIntent), isPlanned, (intent) => abandon(intent, desk.moment())),
    async readAgain(intentId) {
      const intent = requireIntent(intentId)
      if (intent.state === 'unsettled') await follow.look(intent, 'interactive')
      return viewOf(requireIntent(intentId))
    },
    async settle(intentId, happened, repeat) {
      const settled = (old: Intent) => {
        if (old.state !== 'unsettled') throw new AppError('conflict', 'It is not unsettled', { details: { expected: 'unsettled', actual: old.state } })
        return settleByPerson(old, desk.moment(), happened, { repeat, mayStillArrive: !old.needsYou || isResendable(old) })
      }
      const knownServers = happened ? null : await lookForServers(intentId)
      if (happened || !repeat) return viewOf(await desk.change(intentId, settled))
      const making = { runId: newId(), now: clock.now(), newId }
      const [closed, again] = await journal.replace(intentId, (old) => {
        const next = repeatIntent(old, knownServers, making)
        return [noteRepeat(settled(old), desk.moment(), next.id), next]
      })
      desk.tell(closed)
      await begin([again])
      return viewOf(closed)
    },
    async noteStatus(intentId, { status, expiryDate, readAt }) {
      const intent = await journal.change(intentId, (old) => noteStatus(old, { at: readAt, serverAt: null }, { becomes: status, expiry_date: expiryDate }))
      if (desk.book.has(intent.runId)) desk.tell(intent)
      else desk.tellChanged(intentId)
    },
    open: () => [...journal.open(), ...placing].map((intent) => ({ intent, isUnderway: intent.state !== 'planned' || desk.leaving.has(intent.id) })),
    start({ isPaused = false } = {}) {
      starting = goOn(isPaused).catch((thrown: unknown) => {
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

/** Servers that the newest look named as new; empty when none. */
function appearedIn({ steps }: Intent): string {
  const told = steps.findLast(({ event }) => event === 'read')?.fact['appeared']
  return typeof told === 'string' ? told : ''
}

const anyIntent = { accountIds: null, statuses: null, kinds: null, runId: null, text: '', target: null, until: null }
