import pLimit, { type LimitFunction } from 'p-limit'
import { providerErrors, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { dayMs, limits } from '#shared/api/limits.ts'
import { isAppError, toWireError, type AppError, type ErrorKind } from '#shared/errors.ts'
import { limitClassOf } from '#shared/sending-cost.ts'
import type { Priority } from '../../api/types.ts'
import type { Desk } from './desk.ts'
import { findContract, namesOfOthers } from './contracts.ts'
import { factOf, isAsConfirmed, mayResend, provesDone, type Reading } from './evidence.ts'
import type { Intent } from '../intent.ts'
import { goesOn, isWaiting } from './make-intent.ts'
import type { Seen } from './readings.ts'
import { sendIntent, type Sending } from './send-intent.ts'
import { createStalls } from './stalls.ts'
import { hold, noteReading, postpone, settleByReading } from './steps.ts'

export interface Follow {
  /** Sends and settles the intent until nothing is left to do without the person. */
  intent(id: string): Promise<void>
  /** Looks now. Throws what reading throws. */
  look(intent: Intent, priority: Priority): Promise<Seen>
  /** What could not be sent, or looked at, is tried now. */
  wake(): void
  /** It is looked at now. */
  hurry(id: string): void
}

/** Looks after a sending whose outcome is not known: soon, then ever more rarely, then every hour. */
const looksMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000]
const lastLookMs = looksMs.at(-1) as number
/** After so many answered looks the person is asked, too; a later look may still settle it. */
const looksBeforeAsking = 4
/** Looks that nothing came of. */
const triesBeforeAsking = looksMs.length
/** Who confirmed longer ago, and nothing of the run was sent since, is asked before anything is spent. */
const confirmedForMs = dayMs
/** Places taken in turn: enough work is ready when one comes free. */
const turnsReady = 2
const firstPauseMs = 1_000
const longestPauseMs = 60_000
const longestKeptMs = 300_000

/** True of the account or the machine: every other intent of the account would meet it too. */
const ofAccount: readonly ErrorKind[] = ['offline', 'paused', 'read_only', 'no_network', 'tls', 'timeout', 'cut_off', 'address_guarded', 'service', 'not_the_service', 'redirected', 'keychain_unavailable', 'keychain_locked', 'keychain_silent', 'disk_full', 'database_read_only', 'database_failed', 'journal_locked']
/** Only the person can make it readable again. */
export const gone: readonly ErrorKind[] = ['not_found', 'no_key', 'secret_missing', 'secret_origin_mismatch', 'conflict']
/** Said elsewhere, and over as soon as the machine is back. */
const away: readonly ErrorKind[] = ['offline', 'no_network']
const noMoney: ProviderErrorCode = 'PAYMENT_REQUIRED'

/** What the worker on one intent remembers. */
interface Course {
  /** Looks since it is not known what became of it, and how many of them were answered. */
  looks: number
  answered: number
  /** The last look saw nothing, as nothing could be read. */
  isBlind: boolean
  /** Until the next look, milliseconds. */
  waitMs: number
  /** Refusals for the rate, and failures to send, in a row. */
  refusals: number
  failures: number
  /** Monotonic: what was read before the person confirmed does not count. */
  startedAt: number
}

export function createFollow(desk: Desk, holdRest: (intent: Intent, error: AppError) => Promise<void>): Follow {
  const { journal, clock, random, readings, book, signal } = desk
  const stalls = createStalls(desk)
  const places = new Map<string, LimitFunction>()
  const hurries = new Map<string, AbortController>()

  function placesOf(intent: Intent): LimitFunction {
    const limitClass = limitClassOf(intent.item.kind)
    const id = JSON.stringify([intent.runId, intent.item.accountId, limitClass])
    const known = places.get(id) ?? pLimit(turnsReady * limits[limitClass].concurrent)
    places.set(id, known)
    return known
  }

  const openBy = ({ item }: Intent) => book.openOf(item.accountId)
  const lookAfterMs = (looks: number) => (looksMs[looks] ?? lastLookMs) * (0.9 + random() / 5)

  function send(intent: Intent, seen: Seen, course: Course): Promise<Sending> {
    course.waitMs = lookAfterMs(course.looks)
    const { runId } = intent
    const work = { id: runId, following: placesOf(intent).pendingCount }
    return sendIntent(desk, intent, { seen, priority: book.size(runId) > 1 ? 'job' : 'paid', work, nextLookMs: course.waitMs, needsYou: intent.needsYou || course.looks >= looksBeforeAsking })
  }

  async function sendFirst(id: string, course: Course): Promise<void> {
    const planned = journal.get(id) as Intent
    const pauseMs = await placesOf(planned)(async () => {
      await stalls.over(planned.item.accountId)
      const intent = journal.get(id)
      if (signal.aborted || !intent || !isWaiting(intent) || (await isHeldAsOld(intent))) return 0
      const sending = await readAndSend(intent, course).catch(asKept)
      return sending ? afterSending(intent, sending, course) : 0
    })
    if (pauseMs > 0) await desk.nap(pauseMs)
  }

  async function isHeldAsOld({ id, runId }: Intent): Promise<boolean> {
    const confirmedAt = book.activeAt(runId)
    if (Math.abs(clock.now() - confirmedAt) <= confirmedForMs) return false
    await desk.write(id, (newest) => (isWaiting(newest) ? hold(newest, desk.moment(), 'run_paused', null, { confirmedAt }) : newest))
    return true
  }

  async function readAndSend(intent: Intent, course: Course): Promise<Sending | null> {
    const { id } = intent
    const seen = await readings.fresh(intent, course.startedAt, { open: openBy(intent), priority: 'paid', signal })
    const reading = readingOf(intent, seen)
    if (isAsConfirmed(intent, reading)) return send(intent, seen, course)
    // What it repeats came after the person had looked.
    if (intent.repeats !== null && provesDone(intent, reading)) {
      await desk.write(id, (newest) => (isWaiting(newest) ? settleByReading(newest, desk.moment(seen.serverAt, seen.readOn), factOf(reading)) : newest))
      return null
    }
    await desk.write(id, (newest) => (isWaiting(newest) ? hold(newest, desk.moment(seen.serverAt, seen.readOn), 'target_moved', null, factOf(reading)) : newest))
    return null
  }

  /** How long to wait before the next step. */
  async function afterSending(intent: Intent, sending: Sending, course: Course): Promise<number> {
    if (sending.kind === 'changed' || sending.kind === 'stale' || signal.aborted) return 0
    if (sending.kind === 'kept') return keep(intent, sending.error, course)
    course.looks = 0
    course.answered = 0
    if (sending.event === 'not_sent') return stallAfter(intent, sending.error as AppError, course)
    course.failures = 0
    stalls.end(intent.item.accountId)
    await mindMoney(intent, sending.error)
    if (sending.event !== 'rate_refused') return 0
    course.refusals += 1
    return Math.min(longestPauseMs, firstPauseMs * 2 ** course.refusals)
  }

  async function mindMoney(intent: Intent, error: AppError | null): Promise<void> {
    if (error?.code === noMoney && error.status === providerErrors[noMoney].status) await holdRest(intent, error)
  }

  async function keep(intent: Intent, error: AppError, course: Course): Promise<number> {
    const isTold = ({ hold: known }: Intent) => known?.reason === 'cannot_send' && known.error?.kind === error.kind
    const wire = toWireError(error)
    // Nothing is lost where this cannot be written: it was not sent, and is tried again.
    if (!isTold(intent)) await desk.change(intent.id, (newest) => (isWaiting(newest) ? hold(newest, desk.moment(), 'cannot_send', wire) : newest)).catch(ignoreExpected)
    return stallAfter(intent, error, course)
  }

  function stallAfter({ item }: Intent, error: AppError, course: Course): number {
    course.failures += 1
    const pauseMs = Math.min(longestKeptMs, 5 * firstPauseMs * 2 ** course.failures)
    if (!ofAccount.includes(error.kind)) return pauseMs
    stalls.begin(item.accountId, pauseMs)
    return 0
  }

  /** Where the last look was answered, nothing that changes elsewhere makes the next one due earlier, but the person. */
  async function napBeforeLook(id: string, { waitMs, isBlind }: Course): Promise<void> {
    const hurry = new AbortController()
    hurries.set(id, hurry)
    await desk.nap(waitMs, { isWoken: isBlind, until: hurry.signal })
    hurries.delete(id)
  }

  async function settle(id: string, course: Course): Promise<void> {
    const since = clock.monotonic()
    await napBeforeLook(id, course)
    const intent = journal.get(id)
    if (signal.aborted || intent?.state !== 'unsettled') return
    try {
      const seen = await readings.after(intent, since, { open: openBy(intent), priority: 'job', signal })
      course.isBlind = false
      course.answered += 1
      if (await isSettled(intent, seen)) return
      if (mayResend(intent, desk.clocks(seen.serverAt))) await resend(intent, seen, course)
      else await noteLook(intent, seen, course)
    } catch (thrown) {
      if (signal.aborted || !isAppError(thrown)) throw thrown
      course.isBlind = true
      const isAsked = gone.includes(thrown.kind) || (!away.includes(thrown.kind) && course.looks + 1 >= triesBeforeAsking)
      const then = { needsYou: intent.needsYou || isAsked, nextLookAt: nextLookAt(course) }
      await desk.change(id, (newest) => (newest.state === 'unsettled' ? postpone(newest, then) : newest)).catch(ignoreExpected)
    }
    course.looks += 1
  }

  async function resend(intent: Intent, seen: Seen, course: Course): Promise<void> {
    const next = { ...course, looks: course.looks + 1 }
    // Not behind all that wait for their first sending: what was read would be too old by then.
    const sending = await send(intent, seen, next)
    course.waitMs = next.waitMs
    if (sending.kind === 'kept') throw sending.error
    if (sending.kind === 'judged') await mindMoney(intent, sending.error)
  }

  function readingOf(intent: Intent, { look, contracts }: Seen): Reading {
    return contracts ? findContract(intent, contracts, namesOfOthers(journal, intent)) : { sight: look(intent.target), appeared: [], isOfAnother: false }
  }

  async function isSettled(intent: Intent, seen: Seen): Promise<boolean> {
    const reading = readingOf(intent, seen)
    if (!provesDone(intent, reading)) return false
    await desk.write(intent.id, (newest) => (newest.state === 'unsettled' ? settleByReading(newest, desk.moment(seen.serverAt, seen.readOn), factOf(reading)) : newest))
    return true
  }

  /** When it is looked at again; then it is. */
  function nextLookAt(course: Course): number {
    course.waitMs = lookAfterMs(course.looks + 1)
    return Math.round(clock.now() + course.waitMs)
  }

  async function noteLook(intent: Intent, seen: Seen, course: Course): Promise<void> {
    const fact = factOf(readingOf(intent, seen))
    const then = { needsYou: intent.needsYou || course.answered >= looksBeforeAsking, nextLookAt: nextLookAt(course) }
    await desk.write(intent.id, (newest) => (newest.state === 'unsettled' ? noteReading(newest, desk.moment(seen.serverAt, seen.readOn), fact, then) : newest))
  }

  return {
    async intent(id) {
      const course: Course = { looks: 0, answered: 0, isBlind: false, waitMs: 0, refusals: 0, failures: 0, startedAt: clock.monotonic() }
      for (;;) {
        const intent = journal.get(id)
        if (signal.aborted || !intent || !goesOn(intent)) return
        if (intent.state === 'unsettled') await settle(id, course)
        else if (intent.state === 'planned') {
          await sendFirst(id, course)
        } else return
      }
    },
    async look(intent, priority) {
      const seen = await readings.after(intent, clock.monotonic(), { open: 1, priority, signal })
      if (await isSettled(intent, seen)) return seen
      const fact = factOf(readingOf(intent, seen))
      const moment = desk.moment(seen.serverAt, seen.readOn)
      await desk.change(intent.id, (newest) => (newest.state === 'unsettled' ? noteReading(newest, moment, fact, newest) : newest))
      return seen
    },
    hurry: (id) => hurries.get(id)?.abort(),
    wake() {
      stalls.endAll()
      desk.wake()
    },
  }
}

function asKept(thrown: unknown): Sending {
  if (isAppError(thrown)) return { kind: 'kept', error: thrown }
  throw thrown
}

function ignoreExpected(thrown: unknown): void {
  if (!isAppError(thrown)) throw thrown
}
