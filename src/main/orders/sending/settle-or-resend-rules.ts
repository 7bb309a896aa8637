import { idempotencyWindowMs } from '#shared/api/service-limits.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import type { OrderIntentEvent } from '#shared/ipc/order-intent-schemas.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { listPossibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import { isTargetStatusAfterAcceptedOrder } from './is-target-status-after-accepted-order.ts'
import type { ClassifiedSendingOutcome } from './classify-sending-outcome.ts'

/** A target as a list or a detail showed it; null if it was missing. `planId`: of a server, if the list names it. */
export type ObservedOrderTarget = {
  expiryDate: string | null
  status: string
  servername?: string
  planId?: string | null
} | null

/** Which property of a listed target differs from the order. `term`: its expiry date does not fit the ordered term. */
export type OrderTargetDifference = 'plan' | 'term'

export interface OrderTargetReading {
  observed: ObservedOrderTarget
  /**
   * Server orders: names of servers that no list showed before the sending, and that belong to no other order of this
   * app.
   */
  newServerNames: readonly string[]
  /** Server orders: the observed server belongs to another order of this app. */
  belongsToOtherOrder: boolean
  /**
   * Which property of the target differs from the order, so that another order may have led to it; null: none known.
   */
  difference: OrderTargetDifference | null
}

/** The current time by each clock that measures the age of a sending. */
export interface CurrentTimeByClock {
  /** The service's clock, epoch milliseconds; null if no answer contained it. */
  serverAt: number | null
  /** Our wall clock, epoch milliseconds. */
  at: number
  /** Our monotonic clock, milliseconds since the machine was started. */
  upAt: number
}

/**
 * One hour less than the service keeps an idempotency key. A re-send therefore arrives while the service knows the key.
 */
const maxResendAgeMs = idempotencyWindowMs - 60 * 60_000

/**
 * A request without an answer may still be processed. This is longer than the app waits for an answer
 * (`defaultAttemptTimeLimitMs`).
 */
const unansweredRequestMs = 5 * minuteMs
/**
 * Tolerated difference between the actual expiry date and the one computed from the ordered term. The API description
 * does not state how the service counts a term: some registries end it with the month, and an acquisition may stay
 * pending.
 */
const termToleranceMs = 45 * dayMs
const meanMonthMs = 30.44 * dayMs
const sendingOutcomes: readonly OrderIntentEvent[] = [
  'lost',
  'interrupted',
  'running',
  'server_error',
  'unclear',
  'not_sent',
  'rate_refused',
]

/** Returns what a reading showed, as the facts of a step in the order's history. */
export function toHistoryStepDetailsOfReading({
  observed,
  newServerNames,
  difference,
}: OrderTargetReading): ClassifiedSendingOutcome['fact'] {
  if (!observed) return { listed: false, ...(newServerNames.length > 0 && { appeared: newServerNames.join(', ') }) }
  const { status, expiryDate, servername } = observed
  return {
    listed: true,
    ...(servername !== undefined && { servername }),
    becomes: status,
    expiry_date: expiryDate,
    ...(difference === 'plan' && { differsInPlan: true }),
    ...(difference === 'term' && { differsInTerm: true }),
  }
}

/**
 * Compares a new domain or server with what was ordered. `serverReadAt`: the service's clock at the reading, epoch
 * milliseconds; null if unknown. Our own clock may be wrong by months, so it does not measure a term.
 */
export function findOrderTargetDifference(
  { item, sendings: { firstServerAt } }: Pick<StoredIntent, 'item' | 'sendings'>,
  observed: ObservedOrderTarget,
  serverReadAt: number | null,
): OrderTargetDifference | null {
  if (observed === null || (item.kind !== 'acquire' && item.kind !== 'order')) return null
  if (item.kind === 'order' && (observed.planId ?? item.planId) !== item.planId) return 'plan'
  const termMs = meanMonthMs * (item.kind === 'order' ? item.months : 12 * item.years)
  const expiresAt = observed.expiryDate === null ? null : parseJapanTime(observed.expiryDate)
  if (firstServerAt === null || serverReadAt === null || expiresAt === null) return null
  const earliest = firstServerAt + termMs - termToleranceMs
  const latest = serverReadAt + termMs + termToleranceMs
  return earliest <= expiresAt && expiresAt <= latest ? null : 'term'
}

/**
 * Returns whether the target is still as the user confirmed it. If the order repeats another order, no new server may
 * be listed either, because a new server may come from the first order.
 */
export function isTargetUnchangedSinceConfirmation(
  { item, expiryDate, repeats }: Pick<StoredIntent, 'item' | 'expiryDate' | 'repeats'>,
  { observed, newServerNames }: OrderTargetReading,
): boolean {
  if (item.kind === 'renew')
    return (
      observed !== null &&
      observed.status === 'active' &&
      observed.expiryDate !== null &&
      observed.expiryDate === expiryDate
    )
  return observed === null && (repeats === null || newServerNames.length === 0)
}

/**
 * Returns whether the reading shows the result of the order. It must have been requested after the sending. It settles
 * the order, except with a `difference`, `wasExpiryUnchangedAfterRequest` or `wasOnlyAnsweredDuplicateOperation`. A
 * reading never proves that the order did not happen, because it may still happen. Acquired, transferred and ordered
 * targets were not listed just before the first sending (`isTargetUnchangedSinceConfirmation`).
 */
export function isOrderProvenDone(
  { item, expiryDate }: Pick<StoredIntent, 'item' | 'expiryDate'>,
  { observed, belongsToOtherOrder }: OrderTargetReading,
): boolean {
  if (!observed || belongsToOtherOrder || !isTargetStatusAfterAcceptedOrder(item.kind, observed.status)) return false
  if (item.kind !== 'renew') return true
  return (
    expiryDate !== null &&
    observed.expiryDate !== null &&
    listPossibleRenewedExpiries(expiryDate, item.years).includes(observed.expiryDate)
  )
}

/**
 * Returns true if a reading after the end of the renewal request still showed the confirmed expiry. The service renews
 * within the request (API description, section "Domain API"). So a later expiry may come from another renewal, and the
 * user has to decide.
 */
export function wasExpiryUnchangedAfterRequest({
  item,
  expiryDate,
  sendings: { lost },
  steps,
}: Pick<StoredIntent, 'item' | 'expiryDate' | 'sendings' | 'steps'>): boolean {
  if (item.kind !== 'renew' || expiryDate === null) return false
  const outcomeIndex = steps.findLastIndex(({ event }) => sendingOutcomes.includes(event))
  const sentAt = steps.findLast(({ event }) => event === 'sent')?.at
  if (outcomeIndex < 0 || sentAt === undefined) return false
  return steps
    .slice(outcomeIndex + 1)
    .some(
      ({ event, fact, at }) =>
        event === 'read' && fact['expiry_date'] === expiryDate && (lost === 0 || at - sentAt > unansweredRequestMs),
    )
}

/** Outcomes after which the service has certainly done nothing. */
const undoneOutcomes: readonly OrderIntentEvent[] = ['not_sent', 'rate_refused']

/**
 * Returns true if the service may have carried out exactly one request, and answered it with DUPLICATE_OPERATION: the
 * domain had another procedure in progress (API description, section "Errors"). Changes that a later
 * reading shows may come from that procedure, and another program may have started it. The user has to decide.
 */
export function wasOnlyAnsweredDuplicateOperation({ steps }: Pick<StoredIntent, 'steps'>): boolean {
  const outcomes = steps.filter(({ event }) => event === 'sent' || sendingOutcomes.includes(event))
  const sent = outcomes.filter(({ event }, index) => {
    const next = outcomes[index + 1]?.event
    return event === 'sent' && (next === undefined || !undoneOutcomes.includes(next))
  }).length
  return sent === 1 && steps.some(({ event, error }) => event === 'unclear' && error?.code === 'DUPLICATE_OPERATION')
}

/**
 * Returns whether the same request may be sent again automatically. Only a domain request that got no answer may be
 * sent again, and only while the service remembers the idempotency key of the request (API description, section
 * "Idempotency rules (domain API)", 2 and 5). The user must not have stopped its run. Every clock has to agree: a cache
 * may answer with an old `Date`, our wall clock may be set back, and the monotonic clock may stop while the machine
 * sleeps. An unknown age means no.
 */
export function mayOrderRequestBeResent(
  intent: Pick<StoredIntent, 'item' | 'sendings' | 'stop' | 'sentAt'>,
  clocks: CurrentTimeByClock,
): boolean {
  return (
    mayOrderRequestBeResentRegardlessOfAge(intent) &&
    getSendingAges(intent, clocks).every((ageMs) => ageMs !== null && ageMs >= 0 && ageMs <= maxResendAgeMs)
  )
}

/** Milliseconds since the first sending, by each clock. */
function getSendingAges(
  { sentAt, sendings: { firstServerAt, firstUpAt } }: Pick<StoredIntent, 'sendings' | 'sentAt'>,
  { serverAt, at, upAt }: CurrentTimeByClock,
): (number | null)[] {
  const since = (then: number | null, now: number | null) => (then === null || now === null ? null : now - then)
  const upMs = since(firstUpAt, upAt)
  // The machine was restarted since the sending, so the sending is at least as old as this start.
  return [since(firstServerAt, serverAt), since(sentAt, at), upMs !== null && upMs < 0 ? upAt : upMs]
}

/** Checks those conditions of `mayOrderRequestBeResent` that need no clock. */
export function mayOrderRequestBeResentRegardlessOfAge({
  item,
  sendings,
  stop,
}: Pick<StoredIntent, 'item' | 'sendings' | 'stop'>): boolean {
  const { lost, isBurnt, isUnclear, firstServerAt, firstUpAt } = sendings
  return (
    stop === null &&
    item.kind !== 'order' &&
    lost > 0 &&
    !isBurnt &&
    !isUnclear &&
    firstServerAt !== null &&
    firstUpAt !== null
  )
}
