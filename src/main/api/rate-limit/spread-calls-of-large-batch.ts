import { minuteMs } from '#shared/durations.ts'

/** The batch whose call is next in the queue. */
export interface BatchAtQueueFront {
  /** Calls that are queued or announced. */
  pendingCalls: number
  /** Unused calls of the minute, out of `perMinute`. */
  freeInMinute: number
  perMinute: number
  /** Maximum calls per minute, given concurrency and call duration. Infinity while the call duration is unknown. */
  maxPerMinute: number
  /** When the last call of any batch was sent, monotonic milliseconds. */
  lastBatchCallAt: number
  isBackground: boolean
}

/** How calls of a batch that does not fit into one minute are spread. */
export interface PacingDecision {
  /** Free calls of the minute that must not be used yet. */
  withheldCalls: number
  /** How long a freed slot stays unused. */
  slotDelayMs: number
  /** Monotonic time before which no batch call is sent. */
  notBefore: number
  /** Monotonic time from which `withheldCalls` is smaller. */
  withheldUntil: number
}

export interface Pacer {
  decide(now: number, backlog: BatchAtQueueFront, hadRecentInteractiveCall: boolean): PacingDecision
}

/**
 * Maximum share of a batch's duration that pacing may add. The share is larger while a user is active, because the user
 * gains from it.
 */
const maxSlowdownShare = 0.024
const maxSlowdownShareForUser = 0.1
const maxSlotDelayMs = 250
/** Spacing factor, slightly under 1 to absorb delays. */
const spacingFactor = 0.98

const unpaced: PacingDecision = {
  withheldCalls: 0,
  slotDelayMs: 0,
  notBefore: Number.NEGATIVE_INFINITY,
  withheldUntil: Number.POSITIVE_INFINITY,
}

/**
 * The calls of a minute become free again in the pattern in which they were used. After 60 calls at once, the next
 * caller waits for up to a minute; after evenly spread calls, for a second. Example: a batch of 1,000 calls at 60 calls
 * a minute has 40 calls in its last minute. The pacer then sends 40 calls early in the first minute. The last 40 calls
 * reuse the slots of these early calls, so the early calls decide when the batch ends. The other 20 calls may be spread
 * over the rest of the first minute.
 */
export function createPacer(): Pacer {
  let firstMinute = { since: Number.NEGATIVE_INFINITY, freeAtStart: 0, earlyCalls: 0, earlyMs: 0, slotDelayMs: 0 }

  function begin(now: number, { pendingCalls, freeInMinute, perMinute }: BatchAtQueueFront): void {
    const evenIntervalMs = minuteMs / perMinute
    const maxSlowdownMs = maxSlowdownShare * pendingCalls * evenIntervalMs
    const lastCalls = ((pendingCalls - 1) % perMinute) + 1
    const earlyMs = Math.min(lastCalls * evenIntervalMs, maxSlowdownMs)
    const slotDelayMs = Math.min(maxSlotDelayMs, ((maxSlowdownMs - earlyMs) * perMinute) / pendingCalls)
    firstMinute = {
      since: now,
      freeAtStart: freeInMinute,
      earlyCalls: Math.min(freeInMinute, lastCalls),
      earlyMs,
      slotDelayMs,
    }
  }

  /** Calls of the first minute that must not be sent yet. */
  function inFirstMinute(now: number): Pick<PacingDecision, 'withheldCalls' | 'withheldUntil'> {
    const { since, freeAtStart, earlyCalls, earlyMs } = firstMinute
    const age = now - since
    const earlyStepMs = earlyMs / earlyCalls
    const lateStepMs = (minuteMs - earlyMs) / (freeAtStart - earlyCalls)
    const dueCalls =
      age < earlyMs ? Math.floor(age / earlyStepMs) + 1 : earlyCalls + Math.floor((age - earlyMs) / lateStepMs) + 1
    if (age >= minuteMs || dueCalls >= freeAtStart) return unpaced
    return {
      withheldCalls: freeAtStart - dueCalls,
      withheldUntil:
        since + (dueCalls < earlyCalls ? dueCalls * earlyStepMs : earlyMs + (dueCalls - earlyCalls) * lateStepMs),
    }
  }

  return {
    decide(now, backlog, hadRecentInteractiveCall) {
      const { pendingCalls, freeInMinute, perMinute, lastBatchCallAt } = backlog
      if (pendingCalls <= freeInMinute) return unpaced
      if (now - lastBatchCallAt > minuteMs && now - firstMinute.since > minuteMs) begin(now, backlog)
      const evenIntervalMs = minuteMs / perMinute
      const maxSlowdownMs =
        (hadRecentInteractiveCall ? maxSlowdownShareForUser : maxSlowdownShare) * pendingCalls * evenIntervalMs
      return {
        ...inFirstMinute(now),
        slotDelayMs: firstMinute.slotDelayMs,
        notBefore: lastBatchCallAt + Math.min(spacingFactor * evenIntervalMs, maxSlowdownMs / perMinute),
      }
    },
  }
}
