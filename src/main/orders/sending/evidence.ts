import { idempotencyWindowMs } from '#shared/api/limits.ts'
import type { Intent } from '../intent.ts'
import { expiriesAfter } from '#shared/expiry.ts'
import { isExpectedStatus } from './expected-status.ts'
import type { Judgement } from './judge.ts'

/** What a list or a detail showed of one target; null: it was not there. */
export type Sight = { expiryDate: string | null; status: string; servername?: string } | null

/** How a target was seen, and by whose clock. */
export interface Reading {
  sight: Sight
  /** The service's clock at the answer, epoch milliseconds; null when it told none. */
  serverAt: number | null
}

/** An hour less than the service keeps an idempotency key, so that no re-send arrives after it. */
const resendWithinMs = idempotencyWindowMs - 60 * 60_000

/** What the reading showed, for people. */
export function factOf({ sight }: Pick<Reading, 'sight'>): Judgement['fact'] {
  if (!sight) return { listed: false }
  const { status, expiryDate, servername } = sight
  return { listed: true, ...(servername !== undefined && { servername }), becomes: status, expiry_date: expiryDate }
}

/** The target is as the person confirmed it: nothing was done to it since, by whomever. */
export function isAsConfirmed({ item, expiryDate }: Pick<Intent, 'item' | 'expiryDate'>, { sight }: Pick<Reading, 'sight'>): boolean {
  if (item.kind === 'renew') return sight !== null && sight.status === 'active' && sight.expiryDate !== null && sight.expiryDate === expiryDate
  return sight === null
}

/**
 * Whether a reading that was begun after the sending proves that the intent happened. It never proves that it did not: what is not there
 * may still come. Acquired, transferred and ordered things were not listed just before the first sending (`isAsConfirmed`).
 */
export function provesDone({ item, expiryDate }: Pick<Intent, 'item' | 'expiryDate'>, { sight }: Pick<Reading, 'sight'>): boolean {
  if (!sight || !isExpectedStatus(item.kind, sight.status)) return false
  if (item.kind !== 'renew') return true
  return expiryDate !== null && sight.expiryDate !== null && expiriesAfter(expiryDate, item.years).includes(sight.expiryDate)
}

/**
 * Whether the same request may be sent again by itself: a domain's, after answers that did not come at all, as long as the service still
 * knows the idempotency key (section "Idempotency rules (domain API)", 2 and 5), and the person did not stop its run. By the service's clock alone; an age that cannot be proved means no.
 */
export function mayResend({ item, sendings, stop }: Pick<Intent, 'item' | 'sendings' | 'stop'>, serverNow: number | null): boolean {
  return isResendable({ item, sendings, stop }) && serverNow !== null && isWithin(serverNow - (sendings.firstServerAt as number))
}

/** As far as can be said without the service's clock. */
export function isResendable({ item, sendings, stop }: Pick<Intent, 'item' | 'sendings' | 'stop'>): boolean {
  const { lost, isBurnt, isUnclear, firstServerAt } = sendings
  return stop === null && item.kind !== 'order' && lost > 0 && !isBurnt && !isUnclear && firstServerAt !== null
}

function isWithin(ageMs: number): boolean {
  return ageMs >= 0 && ageMs <= resendWithinMs
}
