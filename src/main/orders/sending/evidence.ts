import { idempotencyWindowMs } from '#shared/api/limits.ts'
import type { Intent } from '../intent.ts'
import { expiriesAfter } from '#shared/expiry.ts'
import { isExpectedStatus } from './expected-status.ts'
import type { Judgement } from './judge.ts'

/** What a list or a detail showed of one target; null: it was not there. */
export type Sight = { expiryDate: string | null; status: string; servername?: string } | null

/** How a target was seen. */
export interface Reading {
  sight: Sight
  /** Server orders: names of servers that no list showed before the sending, and that no other order of ours became. */
  appeared: readonly string[]
  /** Server orders: what was seen is what another order of ours became. */
  isOfAnother: boolean
}

/** The time by every clock that tells how old a sending is. */
export interface Clocks {
  /** The service's, epoch milliseconds; null when it told none. */
  serverAt: number | null
  /** Our wall clock, epoch milliseconds. */
  at: number
  /** Our monotonic clock, milliseconds since the machine was started. */
  upAt: number
}

/** An hour less than the service keeps an idempotency key, so that no re-send arrives after it. */
const resendWithinMs = idempotencyWindowMs - 60 * 60_000

/** What the reading showed, for people. */
export function factOf({ sight, appeared }: Reading): Judgement['fact'] {
  if (!sight) return { listed: false, ...(appeared.length > 0 && { appeared: appeared.join(', ') }) }
  const { status, expiryDate, servername } = sight
  return { listed: true, ...(servername !== undefined && { servername }), becomes: status, expiry_date: expiryDate }
}

/** The target is as the person confirmed it: nothing was done to it since, by whomever. A new server may be what a repeat repeats. */
export function isAsConfirmed({ item, expiryDate, repeats }: Pick<Intent, 'item' | 'expiryDate' | 'repeats'>, { sight, appeared }: Reading): boolean {
  if (item.kind === 'renew') return sight !== null && sight.status === 'active' && sight.expiryDate !== null && sight.expiryDate === expiryDate
  return sight === null && (repeats === null || appeared.length === 0)
}

/**
 * Whether a reading that was begun after the sending proves that the intent happened. It never proves that it did not: what is not there
 * may still come. Acquired, transferred and ordered things were not listed just before the first sending (`isAsConfirmed`).
 */
export function provesDone({ item, expiryDate }: Pick<Intent, 'item' | 'expiryDate'>, { sight, isOfAnother }: Reading): boolean {
  if (!sight || isOfAnother || !isExpectedStatus(item.kind, sight.status)) return false
  if (item.kind !== 'renew') return true
  return expiryDate !== null && sight.expiryDate !== null && expiriesAfter(expiryDate, item.years).includes(sight.expiryDate)
}

/**
 * Whether the same request may be sent again by itself: a domain's, after answers that did not come at all, as long as the service still
 * knows the idempotency key (section "Idempotency rules (domain API)", 2 and 5), and the person did not stop its run. Every clock must say so:
 * a cache may answer with an old `Date`, our wall clock may be set back, and the monotonic one may stand still while the machine sleeps. An age
 * that cannot be proved means no.
 */
export function mayResend(intent: Pick<Intent, 'item' | 'sendings' | 'stop' | 'sentAt'>, clocks: Clocks): boolean {
  return isResendable(intent) && agesOf(intent, clocks).every((ageMs) => ageMs !== null && ageMs >= 0 && ageMs <= resendWithinMs)
}

/** Milliseconds since the first sending, by each clock. */
function agesOf({ sentAt, sendings: { firstServerAt, firstUpAt } }: Pick<Intent, 'sendings' | 'sentAt'>, { serverAt, at, upAt }: Clocks): (number | null)[] {
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
