import { getRequestStateOfError } from '#shared/error-kinds.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { Clock } from '#main/clock.ts'
import type { RateLimitBucket, RateLedgerStore } from './rate-ledger-store.ts'
import { createRateLedger } from './rate-ledger.ts'
import { createRateLimiter, type RateLimiterUsage, type RateLimiter } from './rate-limiter.ts'
import { isRateLimited } from '#main/api/http/response-predicates.ts'
import { throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import { waitForSlot } from './wait-until-rate-limit-allows-call.ts'

export interface RateLimitLayer {
  layer: CallLayer
  /** `heldCalls`: calls that have not reached this layer. The usage of their quotas is returned, too. */
  quotaUsage(heldCalls?: readonly CallContext[]): RateLimiterUsage[]
  /** Two accounts are known to be the same user: the calls and waits of both count together from now on. */
  mergeQuotas(quota: string, fromQuota: string): void
  /** Calls and waits of `fromQuota` belong to this account: from now on they count for it, too. */
  copyUsageFrom(quota: string, fromQuota: string): void
  /**
   * Ends the waits of 429 responses without rate-limit headers, because the source address of these quotas is not
   * blocked.
   */
  endWaitsAfter429WithoutHeaders(isOfQuota: (quota: string) => boolean): void
  /** See `RateLedger`. */
  shortenStatedWaits(ms: number): void
  close(): void
}

interface Deps {
  clock: Clock
  store: RateLedgerStore
  onChange?: () => void
}

/**
 * Sends calls within the limits of their account and limit class, highest priority first. A call that names a server
 * also keeps to the limits that this server has reported.
 */
export function createRateLimitLayer({ clock, store: ledgerStore, onChange = () => undefined }: Deps): RateLimitLayer {
  const limiters = new Map<string, RateLimiter>()
  for (const { quota, limitClass, server } of ledgerStore.listBuckets()) limiterOf(quota, limitClass).ledgerOf(server)

  function limiterOf(quota: string, limitClass: RateLimitClass): RateLimiter {
    const id = `${limitClass} ${quota}`
    const known = limiters.get(id)
    if (known) return known
    const loadLedger = (server: string | null) => {
      const { ages, learnt, retryAfterWaits } = ledgerStore.load({ quota, limitClass, server })
      const now = clock.monotonic()
      return createRateLedger(
        limitClass,
        ages.map((age) => now - age),
        learnt,
        { byLimitUntil: now + retryAfterWaits.byLimitMs, unexplainedUntil: now + retryAfterWaits.unexplainedMs },
      )
    }
    const limiter = createRateLimiter({ clock, quota, limitClass, loadLedger, onChange })
    limiters.set(id, limiter)
    return limiter
  }

  const layer: CallLayer = async (call, next) => {
    throwIfCancelled(call.signal)
    const limiter = limiterOf(call.quota, call.endpoint.limit)
    const { quota, limitClass } = limiter
    const server = findServer(call)
    const grant = await waitForSlot(limiter, server, call, clock)
    const buckets = (server === null ? [null] : [null, server]).map((name) => ({ quota, limitClass, server: name }))
    const rows = buckets.map(ledgerStore.recordStart)
    let isSent = true
    try {
      const outcome = await next(call)
      isSent = mayHaveReachedService(outcome)
      if (isSent && limiter.recordEnd(grant, outcome.response))
        for (const bucket of buckets)
          ledgerStore.saveLearntLimits(bucket, limiter.ledgerOf(bucket.server).learntLimits())
      if (isRateLimited(outcome)) saveRetryAfterWaits(limiter, buckets)
      return outcome
    } catch (thrown) {
      isSent = false
      throw thrown
    } finally {
      if (!isSent) limiter.discardUnsentCall(grant)
      rows.forEach(isSent ? ledgerStore.recordEnd : ledgerStore.deleteRowOfUnsentCall)
      limiter.wake()
    }
  }

  function saveRetryAfterWaits(limiter: RateLimiter, buckets: readonly RateLimitBucket[]): void {
    for (const bucket of buckets) {
      const waits = limiter.ledgerOf(bucket.server).retryAfterWaits(clock.monotonic())
      if (waits.byLimitMs > 0 || waits.unexplainedMs > 0) ledgerStore.saveRetryAfterWaits(bucket, waits)
    }
  }

  /** A later response with the same limit teaches nothing new, so it would not save the limit. */
  function saveTakenOver(limiter: RateLimiter, buckets: readonly RateLimitBucket[]): void {
    for (const bucket of buckets) ledgerStore.saveLearntLimits(bucket, limiter.ledgerOf(bucket.server).learntLimits())
    saveRetryAfterWaits(limiter, buckets)
  }

  return {
    layer,
    quotaUsage(heldCalls = []) {
      for (const { quota, endpoint } of heldCalls) limiterOf(quota, endpoint.limit)
      return [...limiters.values()].map((limiter) => limiter.quotaUsage())
    },
    mergeQuotas(quota, fromQuota) {
      for (const from of limiters.values()) {
        if (from.quota !== fromQuota) continue
        const into = limiterOf(quota, from.limitClass)
        if (into.ledgerOf(null) === from.ledgerOf(null)) continue
        saveTakenOver(
          into,
          from.mergeInto(into).map((server) => ({ quota, limitClass: from.limitClass, server })),
        )
      }
    },
    copyUsageFrom(quota, fromQuota) {
      for (const from of [...limiters.values()]) {
        if (from.quota !== fromQuota) continue
        const into = limiterOf(quota, from.limitClass)
        into.copyUsageFrom(from)
        saveTakenOver(into, [{ quota, limitClass: from.limitClass, server: null }])
      }
      ledgerStore.copyCalls(quota, fromQuota)
    },
    endWaitsAfter429WithoutHeaders(isOfQuota) {
      for (const limiter of limiters.values()) {
        const { quota, limitClass } = limiter
        if (!isOfQuota(quota)) continue
        for (const { server, waits } of limiter.endWaitsAfter429WithoutHeaders())
          ledgerStore.saveRetryAfterWaits({ quota, limitClass, server }, waits)
      }
    },
    shortenStatedWaits(ms) {
      for (const limiter of limiters.values()) limiter.shortenStatedWaits(ms)
    },
    close() {
      for (const limiter of limiters.values()) limiter.close()
      ledgerStore.close()
    },
  }
}

/**
 * The server that the call names, in lower case. The limits differ by its plan and contract state (API description,
 * section "Limits").
 */
function findServer({ endpoint, input }: CallContext): string | null {
  const { servername } = input
  return endpoint.limit === 'server' && typeof servername === 'string' ? servername.toLowerCase() : null
}

function mayHaveReachedService({ response, error }: CallAttemptOutcome): boolean {
  return response !== null || error === null || getRequestStateOfError(error) !== 'unsent'
}
