import { requestState } from '#shared/error-kinds.ts'
import type { LimitClass } from '#shared/api/limits.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { Clock } from '#main/clock.ts'
import type { RateLedgerStore } from './rate-ledger-store.ts'
import { createRateLedger } from './rate-ledger.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { throwIfCancelled } from '#main/api/cancellation.ts'
import type { Middleware, CallOutcome } from '#main/api/middleware.ts'
import { waitForSlot } from './wait-for-slot.ts'

export interface RateLimitLayer {
  middleware: Middleware
  quotaUsage(): QuotaUsage[]
  /** Two accounts are known to be the same user: the calls of both are counted together from now on. */
  mergeQuotas(quota: string, fromQuota: string): void
  /** Calls counted for `fromQuota` belong to this account: from now on they count for it, too. */
  copyUsageFrom(quota: string, fromQuota: string): void
  close(): void
}

interface Deps {
  clock: Clock
  store: RateLedgerStore
  onChange?: () => void
}

/** Sends calls within the limits of their account and limit class, highest priority first. */
export function createRateLimitLayer({ clock, store: ledgerStore, onChange = () => undefined }: Deps): RateLimitLayer {
  const limiters = new Map<string, RateLimiter>()
  for (const { quota, limitClass } of ledgerStore.listQuotas()) limiterOf(quota, limitClass)

  function limiterOf(quota: string, limitClass: LimitClass): RateLimiter {
    const id = `${limitClass} ${quota}`
    const known = limiters.get(id)
    if (known) return known
    const { ages, learnt } = ledgerStore.load(quota, limitClass)
    const now = clock.monotonic()
    const ledger = createRateLedger(
      limitClass,
      ages.map((age) => now - age),
      learnt,
    )
    const limiter = createRateLimiter({ clock, quota, limitClass, ledger, onChange })
    limiters.set(id, limiter)
    return limiter
  }

  const middleware: Middleware = async (call, next) => {
    throwIfCancelled(call.signal)
    const limiter = limiterOf(call.quota, call.endpoint.limit)
    const slot = await waitForSlot(limiter, call, clock)
    const row = ledgerStore.recordStart(limiter.quota, limiter.limitClass)
    let isSent = true
    try {
      const outcome = await next(call)
      isSent = mayHaveReachedService(outcome)
      if (isSent && limiter.recordEnd(slot, outcome.response)) {
        ledgerStore.saveLearntLimits(limiter.quota, limiter.limitClass, limiter.ledger.learnt())
      }
      return outcome
    } catch (thrown) {
      isSent = false
      throw thrown
    } finally {
      if (isSent) ledgerStore.recordEnd(row)
      else {
        limiter.ledger.discardUnsent(slot)
        ledgerStore.discardUnsent(row)
      }
      limiter.wake()
    }
  }

  return {
    middleware,
    quotaUsage: () => [...limiters.values()].map((limiter) => limiter.quotaUsage()),
    mergeQuotas(quota, fromQuota) {
      for (const from of limiters.values()) {
        if (from.quota !== fromQuota) continue
        const into = limiterOf(quota, from.limitClass)
        if (into.ledger !== from.ledger) from.mergeInto(into)
      }
    },
    copyUsageFrom(quota, fromQuota) {
      for (const from of [...limiters.values()])
        if (from.quota === fromQuota) limiterOf(quota, from.limitClass).copyUsageFrom(from)
      ledgerStore.copyCalls(quota, fromQuota)
    },
    close() {
      for (const limiter of limiters.values()) limiter.close()
      ledgerStore.close()
    },
  }
}

function mayHaveReachedService({ response, error }: CallOutcome): boolean {
  return response !== null || error === null || requestState(error) !== 'unsent'
}
