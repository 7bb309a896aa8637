import type { WireError } from '#shared/errors.ts'
import type { holdReasons, IntentEvent, IntentState } from '#shared/ipc/orders.ts'
import type { Intent } from '../intent.ts'
import { mayHaveHappened, type Judgement } from './judge.ts'

/** When something happened, by our clock and, where an answer told it, by the service's. */
export interface Moment {
  at: number
  serverAt: number | null
}

type Fact = Judgement['fact']
type HoldReason = (typeof holdReasons)[number]

export const waiting = { reason: 'waiting', error: null } as const

type Then = Pick<Intent, 'needsYou' | 'nextLookAt'>

interface Change {
  event: IntentEvent
  changes: Partial<Intent>
  error?: WireError | null
  fact?: Fact
}

function next(intent: Intent, { at, serverAt }: Moment, { event, changes, error = null, fact = {} }: Change): Intent {
  const state = changes.state ?? intent.state
  const step = { at, serverAt, state, event, error, fact }
  return { ...intent, ...changes, steps: [...withoutSame(intent.steps, step), step] }
}

/** Looks that see the same again and again are one step, with the time of the last. */
function withoutSame(steps: Intent['steps'], step: Intent['steps'][number]): Intent['steps'] {
  const last = steps.at(-1)
  const isSame = step.event === 'read' && last?.event === 'read' && JSON.stringify(last.fact) === JSON.stringify(step.fact)
  return isSame ? steps.slice(0, -1) : steps
}

/** What is decided keeps no secret and no list of servers, and nothing waits for it. */
function closed(state: IntentState & ('done' | 'refused' | 'abandoned'), at: number) {
  return { state, hold: null, stop: null, needsYou: false, nextLookAt: null, settledAt: at, sealed: null, knownServers: null }
}

/** What is kept of the moment at which bytes leave. */
interface Leaving {
  /** The service's clock, not later than that. */
  serverAt: number | null
  /** Our monotonic clock. */
  upAt: number
  /** The account's servers just before; null for domains. */
  knownServers: string[] | null
}

/** The bytes are about to leave. */
export function leave(intent: Intent, moment: Moment, { serverAt, upAt, knownServers }: Leaving): Intent {
  const { sendings } = intent
  const count = sendings.count + 1
  const isFirst = sendings.count === 0
  return next(intent, moment, {
    event: 'sent',
    changes: {
      state: 'sent',
      hold: null,
      needsYou: false,
      nextLookAt: null,
      sentAt: intent.sentAt ?? moment.at,
      knownServers,
      sendings: { ...sendings, count, ...(isFirst && { firstServerAt: serverAt, firstUpAt: upAt }) },
    },
    fact: { attempt: count },
  })
}

/** What the sending came to. `then`: what follows if it is unsettled. */
export function conclude(intent: Intent, moment: Moment, { event, fact }: Judgement, error: WireError | null, { needsYou, nextLookAt }: Then): Intent {
  const sendings = { ...intent.sendings }
  if (event === 'not_sent') sendings.count -= 1
  if (event === 'lost') sendings.lost += 1
  if (event === 'server_error') sendings.isBurnt = true
  if (event === 'unclear') sendings.isUnclear = true
  const tell = (changes: Partial<Intent>) => next(intent, moment, { event, changes: { sendings, error, ...changes }, error, fact })
  if (event === 'answered') return tell({ ...closed('done', moment.at), error: null })
  if (event === 'refused') return tell(closed('refused', moment.at))
  if (event === 'running' || mayHaveHappened(sendings)) return tell({ state: 'unsettled', nextLookAt, needsYou })
  const sentAt = sendings.count === 0 ? null : intent.sentAt
  if (intent.stop === 'cancelled') return tell({ ...closed('abandoned', moment.at), sentAt })
  if (intent.stop === 'paused') return tell({ state: 'planned', hold: { reason: 'run_paused', error: null }, stop: null, sentAt })
  const hold = event === 'not_sent' ? { reason: 'cannot_send' as const, error } : waiting
  return tell({ state: 'planned', hold, sentAt })
}

/** Banto ended before the answer came: bytes may have left. */
export function interrupt(intent: Intent, moment: Moment): Intent {
  const sendings = { ...intent.sendings, lost: intent.sendings.lost + 1 }
  return next(intent, moment, { event: 'interrupted', changes: { state: 'unsettled', sendings, nextLookAt: moment.at } })
}

export function hold(intent: Intent, moment: Moment, reason: HoldReason, error: WireError | null = null, fact: Fact = {}): Intent {
  return next(intent, moment, { event: 'held', changes: { hold: { reason, error } }, error, fact: { ...fact, reason } })
}

/** It goes on: what was held is sent, and what is on its way may be sent again. */
export function release(intent: Intent, moment: Moment): Intent {
  return next(intent, moment, { event: 'released', changes: intent.state === 'planned' ? { hold: waiting } : { stop: null } })
}

/** Its run was paused or cancelled while it was on its way. */
export function stop(intent: Intent, moment: Moment, how: NonNullable<Intent['stop']>): Intent {
  return next(intent, moment, { event: 'stopped', changes: { stop: how }, fact: { stop: how } })
}

export function abandon(intent: Intent, moment: Moment): Intent {
  return next(intent, moment, { event: 'abandoned', changes: closed('abandoned', moment.at) })
}

/** A reading that did not decide. */
export function noteReading(intent: Intent, moment: Moment, fact: Fact, then: Then): Intent {
  return next(intent, moment, { event: 'read', changes: then, fact })
}

/** Nothing could be read: no step, only when it is tried again. */
export function postpone(intent: Intent, then: Then): Intent {
  return { ...intent, ...then }
}

export function settleByReading(intent: Intent, moment: Moment, fact: Fact): Intent {
  return next(intent, moment, { event: 'settled_by_reading', changes: { ...closed('done', moment.at), error: null }, fact })
}

export function settleByPerson(intent: Intent, moment: Moment, happened: boolean, fact: Fact): Intent {
  return next(intent, moment, { event: 'settled_by_person', changes: closed(happened ? 'done' : 'abandoned', moment.at), fact: { ...fact, happened } })
}

/** A list that was read later shows another status of what was ordered. */
export function noteStatus(intent: Intent, moment: Moment, fact: Fact): Intent {
  return next(intent, moment, { event: 'status_read', changes: {}, fact })
}

export function noteRepeat(intent: Intent, moment: Moment, intentId: string): Intent {
  return next(intent, moment, { event: 'repeated', changes: {}, fact: { intentId } })
}
