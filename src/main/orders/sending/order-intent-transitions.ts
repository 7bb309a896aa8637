import type { WireError } from '#shared/app-error.ts'
import type {
  orderIntentHoldReasons,
  OrderIntentEvent,
  StoredOrderIntentState,
} from '#shared/ipc/order-intent-schemas.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { maySendingHaveBeenExecuted } from '#main/orders/may-sending-have-been-executed.ts'
import type { ClassifiedSendingOutcome } from './classify-sending-outcome.ts'
import { mayOrderRequestBeResentRegardlessOfAge } from './settle-or-resend-rules.ts'

/**
 * The time of an event, by our wall clock and, if an answer contained it, by the service's clock. Epoch milliseconds.
 */
export interface IntentEventTime {
  at: number
  serverAt: number | null
}

type IntentStepFact = ClassifiedSendingOutcome['fact']
type HoldReason = (typeof orderIntentHoldReasons)[number]

/** The hold of an intent that only waits for its turn to be sent. Nothing else holds it. */
export const waitingInSendQueueHold = { reason: 'waiting', error: null } as const

type NextCheck = Pick<StoredIntent, 'needsYou' | 'nextLookAt'>

interface Change {
  event: OrderIntentEvent
  changes: Partial<StoredIntent>
  error?: WireError | null
  fact?: IntentStepFact
}

function addStep(
  intent: StoredIntent,
  { at, serverAt }: IntentEventTime,
  { event, changes, error = null, fact = {} }: Change,
): StoredIntent {
  const state = changes.state ?? intent.state
  const step = { at, serverAt, state, event, error, fact }
  return { ...intent, ...changes, steps: [...dropSameReading(intent.steps, step), step] }
}

/** Successive readings with the same facts are stored as one step, with the time of the last one. */
function dropSameReading(steps: StoredIntent['steps'], step: StoredIntent['steps'][number]): StoredIntent['steps'] {
  const last = steps.at(-1)
  const isSame =
    step.event === 'read' && last?.event === 'read' && JSON.stringify(last.fact) === JSON.stringify(step.fact)
  return isSame ? steps.slice(0, -1) : steps
}

/** Fields of a decided intent: it keeps no secret and no server names, and no further check is due. */
function closedFields(state: StoredOrderIntentState & ('done' | 'refused' | 'abandoned'), at: number) {
  return {
    state,
    hold: null,
    stop: null,
    needsYou: false,
    nextLookAt: null,
    settledAt: at,
    sealed: null,
    knownServers: null,
  }
}

/** The facts that are stored just before bytes are sent. */
interface FactsOfSending {
  /** The service's clock at that moment, or earlier. */
  serverAt: number | null
  /** Our monotonic clock. */
  upAt: number
  /** The account's servers just before the sending; null for domains. */
  knownServers: string[] | null
}

/** Records that the bytes are about to be sent. */
export function markIntentBeingSent(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  { serverAt, upAt, knownServers }: FactsOfSending,
): StoredIntent {
  const { sendings } = intent
  const count = sendings.count + 1
  const isFirst = sendings.count === 0
  return addStep(intent, eventTime, {
    event: 'sent',
    changes: {
      state: 'sent',
      hold: null,
      needsYou: false,
      nextLookAt: null,
      sentAt: intent.sentAt ?? eventTime.at,
      knownServers,
      sendings: { ...sendings, count, ...(isFirst && { firstServerAt: serverAt, firstUpAt: upAt }) },
      // The refusal of an earlier sending says nothing about this one, whose outcome may stay unknown.
      ...(!maySendingHaveBeenExecuted(sendings) && { error: null }),
    },
    fact: { attempt: count },
  })
}

/** Records the outcome of a sending. `needsYou` and `nextLookAt` apply if it is unsettled. */
export function recordSendingOutcome(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  { event, fact }: ClassifiedSendingOutcome,
  error: WireError | null,
  { needsYou, nextLookAt }: NextCheck,
): StoredIntent {
  const sendings = { ...intent.sendings }
  if (event === 'not_sent') sendings.count -= 1
  if (event === 'lost') sendings.lost += 1
  if (event === 'server_error') sendings.isBurnt = true
  if (event === 'unclear') sendings.isUnclear = true
  const withStep = (changes: Partial<StoredIntent>) =>
    addStep(intent, eventTime, { event, changes: { sendings, error, ...changes }, error, fact })
  if (event === 'answered') return withStep({ ...closedFields('done', eventTime.at), error: null })
  if (event === 'refused') return withStep(closedFields('refused', eventTime.at))
  if (event === 'running' || maySendingHaveBeenExecuted(sendings))
    return withStep({ state: 'unsettled', nextLookAt, needsYou, stop: getStopAfterOutcome({ ...intent, sendings }) })
  const sentAt = sendings.count === 0 ? null : intent.sentAt
  if (intent.stop === 'cancelled') return withStep({ ...closedFields('abandoned', eventTime.at), sentAt })
  if (intent.stop === 'paused')
    return withStep({ state: 'planned', hold: { reason: 'run_paused', error: null }, stop: null, sentAt })
  const nextHold = event === 'not_sent' ? { reason: 'cannot_send' as const, error } : waitingInSendQueueHold
  return withStep({ state: 'planned', hold: nextHold, sentAt })
}

/** Records that the app ended before the answer arrived, so bytes may have been sent. */
export function markIntentInterrupted(intent: StoredIntent, eventTime: IntentEventTime): StoredIntent {
  const sendings = { ...intent.sendings, lost: intent.sendings.lost + 1 }
  return addStep(intent, eventTime, {
    event: 'interrupted',
    changes: {
      state: 'unsettled',
      sendings,
      nextLookAt: eventTime.at,
      stop: getStopAfterOutcome({ ...intent, sendings }),
    },
  })
}

/** A pause ends with an outcome after which the intent is never sent again: the user could resume nothing. */
function getStopAfterOutcome(intent: Pick<StoredIntent, 'item' | 'sendings' | 'stop'>): StoredIntent['stop'] {
  const mayBeResumed = mayOrderRequestBeResentRegardlessOfAge({ ...intent, stop: null })
  return intent.stop === 'paused' && !mayBeResumed ? null : intent.stop
}

export function holdIntent(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  reason: HoldReason,
  error: WireError | null = null,
  fact: IntentStepFact = {},
): StoredIntent {
  return addStep(intent, eventTime, {
    event: 'held',
    changes: { hold: { reason, error } },
    error,
    fact: { ...fact, reason },
  })
}

/** The error that held the intent has ended, so the intent only waits for its turn. Adds no step. */
export function endHoldByError(intent: StoredIntent): StoredIntent {
  return { ...intent, hold: waitingInSendQueueHold }
}

/** Releases a held intent for sending, or lets a sent one be sent again. */
export function allowIntentToBeSent(intent: StoredIntent, eventTime: IntentEventTime): StoredIntent {
  return addStep(intent, eventTime, {
    event: 'released',
    changes: intent.state === 'planned' ? { hold: waitingInSendQueueHold } : { stop: null },
  })
}

/** Records that the user paused or cancelled the run while the intent was in flight. */
export function markIntentStoppedWhileInFlight(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  stop: NonNullable<StoredIntent['stop']>,
): StoredIntent {
  return addStep(intent, eventTime, { event: 'stopped', changes: { stop }, fact: { stop } })
}

/** `replacedBy`: id of the new intent, if the user ordered the same again instead of cancelling. */
export function abandonIntent(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  replacedBy: string | null = null,
): StoredIntent {
  return addStep(intent, eventTime, {
    event: 'abandoned',
    changes: closedFields('abandoned', eventTime.at),
    ...(replacedBy !== null && { fact: { intentId: replacedBy } }),
  })
}

/** Records a reading that did not decide the outcome. */
export function addInconclusiveCheckStep(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  fact: IntentStepFact,
  nextCheck: NextCheck,
): StoredIntent {
  return addStep(intent, eventTime, { event: 'read', changes: nextCheck, fact })
}

/** Sets the time of the next attempt after a reading that failed. Adds no step. */
export function postponeNextCheck(intent: StoredIntent, nextCheck: NextCheck): StoredIntent {
  return { ...intent, ...nextCheck }
}

export function settleIntentAsDoneByCheck(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  fact: IntentStepFact,
): StoredIntent {
  return addStep(intent, eventTime, {
    event: 'settled_by_reading',
    changes: { ...closedFields('done', eventTime.at), error: null },
    fact,
  })
}

export function settleIntentByUserDecision(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  happened: boolean,
  fact: IntentStepFact,
): StoredIntent {
  return addStep(intent, eventTime, {
    event: 'settled_by_person',
    changes: closedFields(happened ? 'done' : 'abandoned', eventTime.at),
    fact: { ...fact, happened },
  })
}

/** Records that a later list shows another status of what was ordered. */
export function addChangedTargetStatusStep(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  fact: IntentStepFact,
): StoredIntent {
  return addStep(intent, eventTime, { event: 'status_read', changes: {}, fact })
}

/** Records that a later list shows what the user recorded as not accepted, and asks the user again. */
export function askUserAgainAfterTargetAppeared(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  fact: IntentStepFact,
): StoredIntent {
  return addStep(intent, eventTime, { event: 'status_read', changes: { needsYou: true }, fact })
}

/** Records in a closed order that the user placed a new order instead. */
export function addOrderedAgainStep(
  intent: StoredIntent,
  eventTime: IntentEventTime,
  newIntentId: string,
): StoredIntent {
  return addStep(intent, eventTime, { event: 'repeated', changes: {}, fact: { intentId: newIntentId } })
}
