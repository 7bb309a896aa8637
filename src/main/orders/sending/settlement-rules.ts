import { idempotencyWindowMs } from '#shared/api/limits.ts'
import type { Intent } from '#main/orders/intent.ts'
import { possibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import { isExpectedStatus } from './expected-status.ts'
import type { ClassifiedOutcome } from './classify-sending-outcome.ts'

/** What a list or a detail showed of one target; null: it was not there. */
export type ObservedTarget = { expiryDate: string | null; status: string; servername?: string } | null

/** How a target was seen. */
export interface TargetObservation {
  observed: ObservedTarget
  /** Server orders: names of servers that no list showed before the sending, and that no other order of ours became. */
  appeared: readonly string[]
  /** Server orders: what was seen is what another order of ours became. */
  isOfAnother: boolean
}

/** The time by every clock that tells how old a sending is. */
export interface ClockTimes {
  /** The service's, epoch milliseconds; null when it told none. */
  serverAt: number | null
  /** Our wall clock, epoch milliseconds. */
  at: number
  /** Our monotonic clock, milliseconds since the machine was started. */
  upAt: number
}

/** An hour less than the service keeps an idempotency key, so that no re-send arrives after it. */
const maxResendAgeMs = idempotencyWindowMs - 60 * 60_000

/** What the reading showed, for people. */
export function toStepFact({ observed, appeared }: TargetObservation): ClassifiedOutcome['fact'] {
  if (!observed) return { listed: false, ...(appeared.length > 0 && { appeared: appeared.join(', ') }) }
  const { status, expiryDate, servername } = observed
  return { listed: true, ...(servername !== undefined && { servername }), becomes: status, expiry_date: expiryDate }
}

/** The target is as the person confirmed it: nothing was done to it since, by whomever. A new server may be what a repeat repeats. */
export function isTargetAsConfirmed({ item, expiryDate, repeats }: Pick<Intent, 'item' | 'expiryDate' | 'repeats'>, { observed, appeared }: TargetObservation): boolean {
  if (item.kind === 'renew') return observed !== null && observed.status === 'active' && observed.expiryDate !== null && observed.expiryDate === expiryDate
  return observed === null && (repeats === null || appeared.length === 0)
}

/**
 * Whether a reading that was begun after the sending proves that the intent happened. It never proves that it did not: what is not there
 * may still come. Acquired, transferred and ordered things were not listed just before the first sending (`isTargetAsConfirmed`).
 */
export function isProvenDone({ item, expiryDate }: Pick<Intent, 'item' | 'expiryDate'>, { observed, isOfAnother }: TargetObservation): boolean {
  if (!observed || isOfAnother || !isExpectedStatus(item.kind, observed.status)) return false
  if (item.kind !== 'renew') return true
  return expiryDate !== null && observed.expiryDate !== null && possibleRenewedExpiries(expiryDate, item.years).includes(observed.expiryDate)
}

/**
 * Whether the same request may be sent again by itself: a domain's, after answers that did not come at all, as long as the service still
 * knows the idempotency key (section "Idempotency rules (domain API)", 2 and 5), and the person did not stop its run. Every clock must say so:
 * a cache may answer with an old `Date`, our wall clock may be set back, and the monotonic one may stand still while the machine sleeps. An age
 * that cannot be proved means no.
 */
export function maySendAgain(intent: Pick<Intent, 'item' | 'sendings' | 'stop' | 'sentAt'>, clocks: ClockTimes): boolean {
  return isResendable(intent) && getSendingAges(intent, clocks).every((ageMs) => ageMs !== null && ageMs >= 0 && ageMs <= maxResendAgeMs)
}

/** Milliseconds since the first sending, by each clock. */
function getSendingAges({ sentAt, sendings: { firstServerAt, firstUpAt } }: Pick<Intent, 'sendings' | 'sentAt'>, { serverAt, at, upAt }: ClockTimes): (number | null)[] {
  const since = (then: number | null, now: number | null) => (then === null || now === null ? null : now - then)
  const upMs = since(firstUpAt, upAt)
  // Started again since: it is at least as old as this start.
  return [since(firstServerAt, serverAt), since(sentAt, at), upMs !== null && upMs < 0 ? upAt : upMs]
}

/** As far as can be said without a clock. */
export function isResendable({ item, sendings, stop }: Pick<Intent, 'item' | 'sendings' | 'stop'>): boolean {
  const { lost, isBurnt, isUnclear, firstServerAt, firstUpAt } = sendings
  return stop === null && item.kind !== 'order' && lost > 0 && !isBurnt && !isUnclear && firstServerAt !== null && firstUpAt !== null
}
