import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import pThrottle from 'p-throttle'
import { getEndpoint } from '#shared/api/endpoints.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { RateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import { createRateLimitLayer } from '#main/api/rate-limit/rate-limit-layer.ts'
import { createQueuedCall } from '#main/api/queued-call.ts'
import type { Clock } from '#main/clock.ts'
import type { Reply } from './virtual-service-rate-limits.ts'

export type CallKind = 'interactive' | 'bulk'

/** Decides when a call is sent. */
export interface Limiter {
  run(account: string, kind: CallKind, send: () => Promise<Reply>): Promise<Reply>
  /** Whether it respects `Retry-After` itself. Otherwise the caller sleeps. */
  keepsRetryAfter: boolean
  close(): void
}

export type CreateLimiter = (clock: Clock) => Limiter

const { perMinute, concurrent } = rateLimits.domain

export const memoryLedgerStore: RateLedgerStore = {
  load: () => ({ ages: [], learnt: {}, retryAfterWaits: { byLimitMs: 0, unexplainedMs: 0 } }),
  recordStart: () => null,
  recordEnd: () => undefined,
  deleteRowOfUnsentCall: () => undefined,
  saveLearntLimits: () => undefined,
  saveRetryAfterWaits: () => undefined,
  copyCalls: () => undefined,
  listBuckets: () => [],
  close: () => undefined,
}

const endpoint = getEndpoint('domain.detail')

function callOf(account: string, kind: CallKind): CallContext {
  return {
    endpointName: 'domain.detail',
    endpoint,
    input: {},
    quota: account,
    accountId: account,
    baseUrl: 'https://service.example',
    requestedKeyId: null,
    key: null,
    proxy: null,
    secret: '',
    attempt: 1,
    queuedCall: createQueuedCall(kind === 'interactive' ? 'interactive' : 'job', Number.POSITIVE_INFINITY),
    signal: new AbortController().signal,
  }
}

export const createBantoLimiter =
  (storeOf: (clock: Clock) => RateLedgerStore = () => memoryLedgerStore): CreateLimiter =>
  (clock) => {
    const rateLimitLayer = createRateLimitLayer({ clock, store: storeOf(clock) })
    return {
      keepsRetryAfter: true,
      async run(account, kind, send) {
        const { response: reply } = await rateLimitLayer.layer(
          callOf(account, kind),
          async (): Promise<CallAttemptOutcome> => {
            return { response: await send(), data: null, error: null, at: 0, keyId: null }
          },
        )
        return reply as Reply
      },
      close: rateLimitLayer.close,
    }
  }

/** Creates one limiter of a library for each account. */
function perAccount<T>(
  create: () => T,
  run: (limiter: T, kind: CallKind, send: () => Promise<Reply>) => Promise<Reply>,
  close: (limiter: T) => void = () => undefined,
): CreateLimiter {
  return () => {
    const all = new Map<string, T>()
    return {
      keepsRetryAfter: false,
      run(account, kind, send) {
        let limiter = all.get(account)
        if (!limiter) all.set(account, (limiter = create()))
        return run(limiter, kind, send)
      },
      close: () => all.forEach(close),
    }
  }
}

const priorityOf = { bottleneck: { interactive: 1, bulk: 9 }, queue: { interactive: 1, bulk: 0 } } as const

function bottleneck(options: Bottleneck.ConstructorOptions): CreateLimiter {
  return perAccount(
    () => new Bottleneck({ maxConcurrent: concurrent, ...options }),
    (limiter, kind, send) => limiter.schedule({ priority: priorityOf.bottleneck[kind] }, send),
    (limiter) => void limiter.disconnect(),
  )
}

function queue(options: { strict?: boolean }): CreateLimiter {
  return perAccount(
    () => new PQueue({ concurrency: concurrent, intervalCap: perMinute, interval: minuteMs, ...options }),
    (limiter, kind, send) => limiter.add(send, { priority: priorityOf.queue[kind] }),
    (limiter) => limiter.clear(),
  )
}

export const libraryLimiters: Record<string, CreateLimiter> = {
  'bottleneck reservoir': bottleneck({
    reservoir: perMinute,
    reservoirRefreshAmount: perMinute,
    reservoirRefreshInterval: minuteMs,
  }),
  'bottleneck minTime': bottleneck({ minTime: minuteMs / perMinute }),
  'p-queue interval': queue({}),
  'p-queue strict': queue({ strict: true }),
  'p-throttle strict': perAccount(
    () => pThrottle({ limit: perMinute, interval: minuteMs, strict: true })((send: () => Promise<Reply>) => send()),
    (throttled, _kind, send) => throttled(send),
  ),
  'no limiter': () => ({ keepsRetryAfter: false, run: (_account, _kind, send) => send(), close: () => undefined }),
}
