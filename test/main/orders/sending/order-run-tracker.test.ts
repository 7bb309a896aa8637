import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownOrderStatuses } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { minuteMs } from '#shared/durations.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { mayOrderRequestBeResentRegardlessOfAge } from '#main/orders/sending/settle-or-resend-rules.ts'
import { deriveOrderStatus, findOrderAcceptanceSource } from '#main/orders/derive-order-status.ts'
import { createOrderRunTracker, type OrderRunTrackerDeps } from '#main/orders/sending/order-run-tracker.ts'
import {
  abandonIntent,
  askUserAgainAfterTargetAppeared,
  recordSendingOutcome,
  holdIntent,
  markIntentInterrupted,
  markIntentBeingSent,
  addInconclusiveCheckStep,
  allowIntentToBeSent,
  settleIntentByUserDecision,
  settleIntentAsDoneByCheck,
  markIntentStoppedWhileInFlight,
} from '#main/orders/sending/order-intent-transitions.ts'
import { renewal } from '#test/main/orders/sample-intents.ts'

const moment = { at: 1_700_000_100_000, serverAt: null }
const left = { serverAt: null, upAt: 0, knownServers: null }
const then = { needsYou: false, nextLookAt: null }
const errors = [
  toWireError(new AppError('service', 'No balance', { code: 'PAYMENT_REQUIRED', status: 402 })),
  toWireError(new AppError('offline', 'The work is offline')),
]
const [noMoney, offline] = errors as [NonNullable<StoredIntent['error']>, NonNullable<StoredIntent['error']>]
const noKey = toWireError(new AppError('no_key', 'No key may send it'))

/** Transitions that may happen to an intent, in any order. */
const steps: readonly ((intent: StoredIntent) => StoredIntent)[] = [
  (intent) => markIntentBeingSent(intent, moment, left),
  (intent) => markIntentInterrupted(intent, moment),
  (intent) => recordSendingOutcome(intent, moment, { event: 'answered', fact: {} }, null, then),
  (intent) => recordSendingOutcome(intent, moment, { event: 'refused', fact: {} }, noMoney, then),
  (intent) => recordSendingOutcome(intent, moment, { event: 'not_sent', fact: {} }, offline, then),
  (intent) => recordSendingOutcome(intent, moment, { event: 'rate_refused', fact: {} }, noMoney, then),
  (intent) => recordSendingOutcome(intent, moment, { event: 'lost', fact: {} }, offline, then),
  (intent) => holdIntent(intent, moment, 'run_paused'),
  (intent) => holdIntent(intent, moment, 'no_money', noMoney),
  (intent) => holdIntent(intent, moment, 'cannot_send', offline),
  (intent) => holdIntent(intent, moment, 'cannot_send', noKey),
  (intent) => holdIntent(intent, moment, 'target_moved'),
  (intent) => allowIntentToBeSent(intent, moment),
  (intent) => markIntentStoppedWhileInFlight(intent, moment, 'paused'),
  (intent) => markIntentStoppedWhileInFlight(intent, moment, 'cancelled'),
  (intent) => addInconclusiveCheckStep(intent, moment, {}, { needsYou: true, nextLookAt: null }),
  (intent) => settleIntentAsDoneByCheck(intent, moment, {}),
  (intent) => settleIntentByUserDecision(intent, moment, false, {}),
  (intent) => abandonIntent(intent, moment),
]

/** Two runs with two accounts each. */
function intentOf(index: number): StoredIntent {
  const account = (index >> 1) % 2
  return renewal(index, {
    runId: `run-${index % 2}`,
    item: { kind: 'renew', accountId: `account-${account}`, name: `name-${index}.example`, years: 1 },
    accountLabel: ['Aoi', 'Beni'][account] as string,
    yen: 1_000 + index,
    createdAt: 1_700_000_000_000 + ((index * 7) % 5),
  })
}

const createProgressAt = (monotonic: () => number, rest: Partial<OrderRunTrackerDeps> = {}) =>
  createOrderRunTracker({
    clock: { now: monotonic, monotonic },
    isObsolete: () => false,
    isDismissed: () => false,
    ...rest,
  })

const isStopped = ({ state, hold: why }: StoredIntent) =>
  state === 'planned' && why !== null && why.reason !== 'waiting' && why.reason !== 'target_moved'
const isNext = ({ state, hold: why }: StoredIntent) =>
  state === 'planned' && (why === null || why.reason === 'waiting' || why.reason === 'cannot_send')

function stateOf(intents: readonly StoredIntent[]): OrderRun['state'] {
  const open = intents.filter(({ state }) => ['planned', 'sent', 'unsettled'].includes(state))
  if (open.length === 0) return 'ended'
  if (
    open.some(
      ({ state, hold: why, stop: how }) => how === 'paused' || (state === 'planned' && why?.reason === 'run_paused'),
    )
  )
    return 'paused'
  const cannotSend = ({ state, hold: why }: StoredIntent) => state === 'planned' && why?.reason === 'cannot_send'
  const delayed = new Set(
    open
      .filter((intent) => cannotSend(intent) && intent.hold?.error?.kind !== 'no_key')
      .map(({ item }) => item.accountId),
  )
  const maySend = (intent: StoredIntent) => isNext(intent) && !cannotSend(intent) && !delayed.has(intent.item.accountId)
  if (open.some((intent) => intent.state === 'sent' || maySend(intent))) return 'running'
  if (open.some(({ state }) => state === 'planned')) return 'held'
  return open.some(({ needsYou }) => !needsYou) ? 'checking' : 'held'
}

const isOpen = ({ state }: StoredIntent) => ['planned', 'sent', 'unsettled'].includes(state)
const isPausable = (intent: StoredIntent) =>
  isNext(intent) ||
  (intent.stop === null &&
    (intent.state === 'sent' || (intent.state === 'unsettled' && mayOrderRequestBeResentRegardlessOfAge(intent))))

const isUnanswered = ({ event }: StoredIntent['steps'][number]) => event === 'lost' || event === 'interrupted'

/**
 * Number of answers to first sendings since the last time when no intent was in flight or queued; null before the first
 * sending.
 */
function answeredOf(noted: readonly StoredIntent[]): number | null {
  const newest = new Map<string, StoredIntent>()
  let answered: number | null = null
  for (const intent of noted) {
    const before = newest.get(intent.id)
    newest.set(intent.id, intent)
    if (![...newest.values()].some((each) => each.state === 'sent' || isNext(each))) answered = null
    else if (before?.steps.some(isUnanswered)) continue
    else if (intent.state === 'sent') answered ??= 0
    else if (
      answered !== null &&
      before?.state === 'sent' &&
      intent.state !== 'planned' &&
      !intent.steps.some(isUnanswered)
    )
      answered += 1
  }
  return answered
}

/**
 * The expected runs, computed from all versions that were noted, in order. `passedMs`: time since the first sending.
 */
function recount(versions: readonly StoredIntent[], passedMs: number): OrderRun[] {
  return [...Map.groupBy(versions, ({ runId }) => runId)].map(([id, noted]) => {
    const histories = [...Map.groupBy(noted, (intent) => intent.id).values()]
    const intents = histories.map((history) => history.at(-1) as StoredIntent)
    const sum = (of: readonly StoredIntent[]) => of.reduce((total, { yen }) => total + yen, 0)
    const done = intents.filter((intent) => intent.state === 'done' && deriveOrderStatus(intent) !== 'already_ordered')
    const withoutResponse = done.filter((intent) => findOrderAcceptanceSource(intent) !== 'response')
    const left = intents.filter((intent) => intent.state === 'sent' || isNext(intent)).length
    const ended = answeredOf(noted)
    /** Index of the version at which the intent stopped. */
    const since = (intent: StoredIntent) =>
      noted.indexOf(
        histories
          .find((history) => history.at(-1) === intent)
          ?.findLast((_, index, all) => !(index > 0 && isStopped(all[index - 1] as StoredIntent))) as StoredIntent,
      )
    const isForBalance = ({ state, hold: why, error }: StoredIntent) =>
      state === 'planned' ? why?.reason === 'no_money' : state === 'refused' && error?.code === 'PAYMENT_REQUIRED'
    const waits = (intent: StoredIntent) =>
      intent.needsYou ||
      (intent.state === 'planned' &&
        intent.hold !== null &&
        (!['waiting', 'cannot_send'].includes(intent.hold.reason) || intent.hold.error?.kind === 'no_key'))
    return {
      id,
      kinds: ['renew'],
      target: intents.length === 1 ? (intents[0]?.target ?? null) : null,
      waitsForYou: intents.filter((intent) => waits(intent) || intent.state === 'refused').length,
      lackedBalance: intents.filter(isForBalance).length,
      blockedByBalance: intents.filter(isForBalance).length,
      ordersToQuoteAgain: intents.filter(isForBalance).length,
      startedAt: Math.min(...intents.map(({ createdAt }) => createdAt)),
      state: stateOf(intents),
      mayPause: intents.some(isPausable),
      isCancelled:
        intents.some((intent) => intent.stop === 'cancelled' && isOpen(intent)) &&
        !intents.some((intent) => isPausable(intent) || intent.state === 'planned'),
      total: intents.length,
      byStatus: Object.fromEntries(
        shownOrderStatuses.map((status) => [
          status,
          intents.filter((intent) => deriveOrderStatus(intent) === status).length,
        ]),
      ) as OrderRun['byStatus'],
      totalYen: sum(intents),
      doneYen: sum(done),
      withoutResponse: withoutResponse.length,
      withoutResponseYen: sum(withoutResponse),
      unsettledYen: sum(
        intents.filter(
          (intent) =>
            intent.state === 'sent' ||
            intent.state === 'unsettled' ||
            (intent.state === 'abandoned' && intent.needsYou),
        ),
      ),
      accounts: [...Map.groupBy(intents, ({ item }) => item.accountId)].map(([accountId, own]) => {
        const stopped = own.filter(isStopped).toSorted((a, b) => since(a) - since(b))
        const first = stopped.find(({ hold: why }) => why?.error?.kind !== 'no_key') ?? stopped[0]
        return {
          accountId,
          accountLabel: own[0]?.accountLabel ?? '',
          total: own.length,
          done: own.filter((intent) => deriveOrderStatus(intent) === 'done').length,
          blockedByBalance: own.filter(isForBalance).length,
          onHoldForBalance: own.filter((intent) => isForBalance(intent) && intent.state === 'planned').length,
          declined: own.filter((intent) => intent.state === 'refused' && !isForBalance(intent)).length,
          onHold: own.filter(
            (intent) => !intent.needsYou && intent.state === 'planned' && waits(intent) && !isForBalance(intent),
          ).length,
          targetMoved: own.filter(
            (intent) => waits(intent) && !intent.needsYou && intent.hold?.reason === 'target_moved',
          ).length,
          queued: own.filter(
            ({ state, hold }) => state === 'planned' && ['waiting', 'cannot_send'].includes(hold?.reason ?? 'waiting'),
          ).length,
          needsYou: own.filter(({ needsYou }) => needsYou).length,
          unsettled: own.filter((intent) => deriveOrderStatus(intent) === 'unsettled').length,
          stopped: first?.hold?.reason ?? null,
          error: first?.hold?.error ?? null,
          stoppedAlone:
            first?.hold?.error?.kind === 'no_key'
              ? stopped.filter(
                  ({ hold }) => hold?.reason === first.hold?.reason && hold?.error?.kind === first.hold?.error?.kind,
                ).length
              : null,
        }
      }),
      isDismissed: false,
      minutesLeft: left === 0 || ended === null || ended === 0 ? null : (left * passedMs) / ended / minuteMs,
      answeredAt: left === 0 || ended === null || ended === 0 ? null : 0,
    }
  })
}

describe('Run progress', () => {
  test('A run shows the sums of its intents after any transitions in any order', () => {
    const change = fc.tuple(fc.nat({ max: 7 }), fc.constantFrom(...steps))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80, size: 'max' }), (changes) => {
        let now = 0
        const progress = createProgressAt(() => now)
        const newest = new Map<number, StoredIntent>()
        const versions: StoredIntent[] = []
        for (const [index, step] of changes) {
          const before = newest.get(index)
          const intent = before ? { ...step(before), version: before.version + 1 } : intentOf(index)
          newest.set(index, intent)
          versions.push(intent)
          progress.recordIntent(intent)
          now = 3 * minuteMs
          const shown = progress.listRuns()
          now = 0
          expect(shown).toEqual(recount(versions, 3 * minuteMs))
        }
      }),
      { numRuns: 200 },
    )
  })

  test('The remaining minutes follow the rate since the last standstill, without pauses and sleep', () => {
    let minutes = 0
    const progress = createProgressAt(() => minutes * minuteMs)
    const intents = Array.from({ length: 30 }, (_, index) => renewal(index))
    const note = (change: (intent: StoredIntent) => StoredIntent, from: number, until: number) => {
      for (let index = from; index < until; index += 1)
        progress.recordIntent((intents[index] = change(intents[index] as StoredIntent)))
    }
    const send = (from: number, until: number) => {
      note((intent) => markIntentBeingSent(intent, moment, left), from, until)
      minutes += 1
      note((intent) => recordSendingOutcome(intent, moment, { event: 'answered', fact: {} }, null, then), from, until)
    }
    const minutesLeft = () => progress.listRuns()[0]?.minutesLeft
    note((intent) => intent, 0, 30)
    send(0, 10)
    expect(minutesLeft()).toBe(2)
    note((intent) => holdIntent(intent, moment, 'run_paused'), 10, 30)
    minutes += 120
    note((intent) => allowIntentToBeSent(intent, moment), 10, 30)
    expect(minutesLeft()).toBeNull()
    send(10, 15)
    expect(minutesLeft()).toBe(3)
    note((intent) => holdIntent(intent, moment, 'cannot_send', offline), 15, 30)
    minutes += 120
    send(15, 20)
    expect(minutesLeft()).toBe(2)
    note((intent) => allowIntentToBeSent(intent, moment), 20, 30)
    note((intent) => markIntentBeingSent(intent, moment, left), 20, 22)
    minutes += 480
    note((intent) => recordSendingOutcome(intent, moment, { event: 'lost', fact: {} }, offline, then), 20, 22)
    send(22, 26)
    expect(minutesLeft()).toBe(1)
  })

  test('The remaining minutes are not fewer than those of the rate limits, however fast the first orders were', () => {
    let at = 0
    const limited: unknown[] = []
    const progress = createProgressAt(() => at, {
      estimateMinutesToSend(left) {
        limited.push(left)
        return 4
      },
    })
    for (let index = 0; index < 30; index += 1) progress.recordIntent(renewal(index))
    progress.recordIntent(markIntentBeingSent(renewal(0), moment, left))
    at += 1_000
    progress.recordIntent(
      recordSendingOutcome(
        markIntentBeingSent(renewal(0), moment, left),
        moment,
        { event: 'answered', fact: {} },
        null,
        then,
      ),
    )
    expect(progress.listRuns()[0]?.minutesLeft).toBe(4)
    expect(limited).toEqual([[{ accountId: renewal(0).item.accountId, kind: 'renew', count: 29 }]])
  })

  test('A lost answer and its repeats do not count in the rate, because they do not reduce the number of unsent orders', () => {
    let minutes = 0
    const progress = createProgressAt(() => minutes * minuteMs)
    const shown = () => progress.listRuns().map(({ minutesLeft, answeredAt }) => ({ minutesLeft, answeredAt }))
    const note = (intent: StoredIntent) => {
      progress.recordIntent(intent)
      return intent
    }
    for (let index = 0; index < 4; index += 1) note(renewal(index))
    const answered = note(markIntentBeingSent(renewal(0), moment, left))
    const hanging = note(markIntentBeingSent(renewal(1), moment, left))
    minutes += 1
    note(recordSendingOutcome(answered, moment, { event: 'answered', fact: {} }, null, then))
    expect(shown()).toEqual([{ minutesLeft: 3, answeredAt: minuteMs }])
    minutes += 1
    const lost = note(recordSendingOutcome(hanging, moment, { event: 'lost', fact: {} }, offline, then))
    expect(shown()).toMatchObject([{ answeredAt: minuteMs }])
    const again = note(markIntentBeingSent(lost, moment, left))
    minutes += 1
    note(recordSendingOutcome(again, moment, { event: 'running', fact: {} }, offline, then))
    expect(shown()).toMatchObject([{ answeredAt: minuteMs }])
  })

  function stateAfter(...last: readonly StoredIntent[]): OrderRun['state'] | undefined {
    const progress = createProgressAt(() => 0)
    for (const [index] of last.entries()) progress.recordIntent(renewal(index))
    for (const intent of last) progress.recordIntent(intent)
    return progress.listRuns()[0]?.state
  }
  const sent = (index: number) => markIntentBeingSent(renewal(index), moment, left)
  const lost = (index: number) => markIntentInterrupted(sent(index), moment)

  test('A cancelled run is shown as cancelled while outcomes are checked, and cannot be paused', () => {
    const progress = createProgressAt(() => 0)
    const shown = () =>
      progress.listRuns().map(({ state, mayPause, isCancelled }) => ({ state, mayPause, isCancelled }))
    const sending = { ...markIntentBeingSent(renewal(0), moment, { ...left, serverAt: moment.at, upAt: 1 }) }
    const lostOne = { ...markIntentInterrupted(sending, moment) }
    progress.recordIntent(lostOne)
    expect(shown()).toEqual([{ state: 'checking', mayPause: true, isCancelled: false }])
    progress.recordIntent(markIntentStoppedWhileInFlight(lostOne, moment, 'cancelled'))
    expect(shown()).toEqual([{ state: 'checking', mayPause: false, isCancelled: true }])
    progress.recordIntent(renewal(1))
    expect(shown()).toEqual([{ state: 'running', mayPause: true, isCancelled: false }])
  })

  test('Transfers and repeats that lack balance are counted, although they cannot be priced again', () => {
    const progress = createProgressAt(() => 0)
    const declined = (intent: StoredIntent) =>
      recordSendingOutcome(
        markIntentBeingSent(intent, moment, left),
        moment,
        { event: 'refused', fact: {} },
        noMoney,
        then,
      )
    progress.recordIntent(declined(renewal(0, { repeats: 'another' })))
    progress.recordIntent(declined(renewal(1, { item: { kind: 'transfer', accountId: 'a', name: 'name-1.example' } })))
    progress.recordIntent(
      declined(
        renewal(2, {
          repeats: 'another',
          item: {
            kind: 'order',
            accountId: 'a',
            planId: 'standard',
            months: 12,
            serverId: 'banto01',
            autoRenew: true,
            partnerCode: null,
          },
        }),
      ),
    )
    expect(progress.listRuns()[0]).toMatchObject({
      state: 'ended',
      waitsForYou: 3,
      blockedByBalance: 3,
      ordersToQuoteAgain: 1,
    })
  })

  test('An order whose account is not in the app any more waits for the user, who has to cancel it', () => {
    const progress = createProgressAt(() => 0)
    const noAccount = toWireError(
      new AppError('not_found', 'There is no such account', { details: { what: 'account' } }),
    )
    progress.recordIntent(holdIntent(renewal(0), moment, 'cannot_send', noAccount))
    expect(progress.listRuns()[0]).toMatchObject({ waitsForYou: 1 })
  })

  test('An order that was sent and has no answer yet may have been charged', () => {
    const progress = createProgressAt(() => 0)
    progress.recordIntent(sent(0))
    progress.recordIntent(lost(1))
    expect(progress.listRuns()[0]).toMatchObject({ unsettledYen: 2 * renewal(0).yen, doneYen: 0 })
  })

  test('Charged orders that no response confirms are counted apart, whether a check or the user settled them', () => {
    const progress = createProgressAt(() => 0)
    progress.recordIntent(recordSendingOutcome(sent(0), moment, { event: 'answered', fact: {} }, null, then))
    expect(progress.listRuns()[0]).toMatchObject({ withoutResponse: 0, withoutResponseYen: 0 })
    progress.recordIntent(settleIntentAsDoneByCheck(lost(1), moment, {}))
    progress.recordIntent(settleIntentByUserDecision(lost(2), moment, true, {}))
    progress.recordIntent(settleIntentByUserDecision(lost(3), moment, false, {}))
    expect(progress.listRuns()[0]).toMatchObject({
      doneYen: 3 * renewal(0).yen,
      withoutResponse: 2,
      withoutResponseYen: 2 * renewal(0).yen,
    })
  })

  test('A dismissed run with an order to decide counts, because the user is asked about the order again', () => {
    const progress = createProgressAt(() => 0, { isDismissed: () => true })
    const notAccepted = settleIntentByUserDecision(lost(0), moment, false, {})
    progress.recordIntent(notAccepted)
    expect(progress.listRuns()).toMatchObject([{ isDismissed: true, waitsForYou: 0 }])
    progress.recordIntent(askUserAgainAfterTargetAppeared(notAccepted, moment, {}))
    expect(progress.listRuns()).toMatchObject([{ isDismissed: false, waitsForYou: 1 }])
    expect(progress.listIntentsWaitingForUser()).toHaveLength(1)
  })

  test('A run is paused as long as an order that was in flight at the pause is open', () => {
    expect(stateAfter(sent(0), lost(1))).toBe('running')
    expect(stateAfter(markIntentStoppedWhileInFlight(sent(0), moment, 'paused'), sent(1))).toBe('paused')
    expect(stateAfter(markIntentStoppedWhileInFlight(lost(0), moment, 'paused'), renewal(1))).toBe('paused')
    expect(
      stateAfter(
        settleIntentAsDoneByCheck(markIntentStoppedWhileInFlight(lost(0), moment, 'paused'), moment, {}),
        sent(1),
      ),
    ).toBe('running')
  })

  test('A run continues when paused orders are released', () => {
    expect(stateAfter(allowIntentToBeSent(markIntentStoppedWhileInFlight(lost(0), moment, 'paused'), moment))).toBe(
      'checking',
    )
    expect(stateAfter(allowIntentToBeSent(holdIntent(renewal(0), moment, 'run_paused'), moment))).toBe('running')
  })

  test('A run is not paused by cancelled orders', () => {
    expect(
      stateAfter(markIntentStoppedWhileInFlight(lost(0), moment, 'cancelled'), abandonIntent(renewal(1), moment)),
    ).toBe('checking')
  })

  test('A run is held when the rest waits for balance and only outcomes are checked', () => {
    expect(stateAfter(lost(0), holdIntent(renewal(1), moment, 'no_money', noMoney))).toBe('held')
    expect(stateAfter(sent(0), holdIntent(renewal(1), moment, 'no_money', noMoney))).toBe('running')
  })

  test('A run is held while none of its accounts can send', () => {
    expect(stateAfter(holdIntent(renewal(0), moment, 'cannot_send', offline), renewal(1))).toBe('held')
    const ofAnother = renewal(1, {
      item: { kind: 'renew', accountId: 'another', name: 'of-another.example', years: 1 },
    })
    expect(stateAfter(holdIntent(renewal(0), moment, 'cannot_send', offline), ofAnother)).toBe('running')
  })

  test('A run is held by orders without a usable key only while it has no other order to send', () => {
    const [first, second] = [renewal(0), renewal(1)].map((intent) => holdIntent(intent, moment, 'cannot_send', noKey))
    expect(stateAfter(first as StoredIntent, renewal(1))).toBe('running')
    expect(stateAfter(first as StoredIntent, second as StoredIntent)).toBe('held')
    expect(stateAfter(first as StoredIntent, holdIntent(renewal(1), moment, 'cannot_send', offline), renewal(2))).toBe(
      'held',
    )
  })

  test('An account shows the reason that stopped it first and still applies, with its error', () => {
    const progress = createProgressAt(() => 0)
    const listStops = () => progress.listRuns()[0]?.accounts.map(({ stopped, error }) => ({ stopped, error }))
    const [one, other] = [renewal(1), renewal(2)]
    progress.recordIntent(one)
    progress.recordIntent(other)
    expect(listStops()).toEqual([{ stopped: null, error: null }])
    progress.recordIntent(holdIntent(other, moment, 'no_money', noMoney))
    progress.recordIntent(holdIntent(one, moment, 'cannot_send', offline))
    expect(listStops()).toEqual([{ stopped: 'no_money', error: noMoney }])
    progress.recordIntent(allowIntentToBeSent(holdIntent(other, moment, 'no_money', noMoney), moment))
    expect(listStops()).toEqual([{ stopped: 'cannot_send', error: offline }])
    progress.recordIntent(holdIntent(one, moment, 'cannot_send', noMoney))
    expect(listStops()).toEqual([{ stopped: 'cannot_send', error: noMoney }])
  })

  test('An account shows the reason that stops its other orders before that of an order without a usable key', () => {
    const progress = createProgressAt(() => 0)
    const listStops = () => progress.listRuns()[0]?.accounts.map(({ stopped, error }) => ({ stopped, error }))
    progress.recordIntent(holdIntent(renewal(1), moment, 'cannot_send', noKey))
    progress.recordIntent(renewal(2))
    expect(listStops()).toEqual([{ stopped: 'cannot_send', error: noKey }])
    progress.recordIntent(holdIntent(renewal(2), moment, 'no_money', noMoney))
    expect(listStops()).toEqual([{ stopped: 'no_money', error: noMoney }])
  })

  test('An account shows how many orders have no usable key, unless the shown reason stops its other orders, too', () => {
    const progress = createProgressAt(() => 0)
    const listStops = () =>
      progress.listRuns()[0]?.accounts.map(({ stopped, stoppedAlone }) => ({ stopped, stoppedAlone }))
    progress.recordIntent(renewal(1))
    progress.recordIntent(renewal(2))
    expect(listStops()).toEqual([{ stopped: null, stoppedAlone: null }])
    progress.recordIntent(holdIntent(renewal(1), moment, 'cannot_send', noKey))
    expect(listStops()).toEqual([{ stopped: 'cannot_send', stoppedAlone: 1 }])
    progress.recordIntent(holdIntent(renewal(1), moment, 'run_paused', noKey))
    progress.recordIntent(holdIntent(renewal(2), moment, 'run_paused'))
    expect(listStops()).toEqual([{ stopped: 'run_paused', stoppedAlone: 1 }])
    progress.recordIntent(holdIntent(renewal(3), moment, 'cannot_send', offline))
    progress.recordIntent(holdIntent(renewal(1), moment, 'cannot_send', noKey))
    progress.recordIntent(allowIntentToBeSent(holdIntent(renewal(2), moment, 'run_paused'), moment))
    expect(listStops()).toEqual([{ stopped: 'cannot_send', stoppedAlone: null }])
  })

  test('A run is as old as its last sending, whatever is written of other orders', () => {
    const progress = createProgressAt(() => 0)
    const [one, other] = [renewal(1), renewal(2)]
    const at = one.createdAt + 20 * 60 * minuteMs
    progress.recordIntent(one)
    progress.recordIntent(other)
    progress.recordIntent(markIntentBeingSent(one, { at, serverAt: null }, left))
    progress.recordIntent(structuredClone(holdIntent(other, { at: at + 1, serverAt: null }, 'cannot_send')))
    expect(progress.lastActivityAt(one.runId)).toBe(at)
  })
})
