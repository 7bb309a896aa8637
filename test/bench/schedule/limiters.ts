import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import pThrottle from 'p-throttle'
import { endpointOf } from '#shared/api/catalog.ts'
import { limits, minuteMs } from '#shared/api/limits.ts'
import type { BooksStore } from '#main/api/books-store.ts'
import type { Call, Outcome } from '#main/api/pipeline.ts'
import { createSchedule } from '#main/api/schedule.ts'
import { createUrgency } from '#main/api/urgency.ts'
import type { Clock } from '#main/clock.ts'
import type { Reply } from './oracle.ts'

export type Kind = 'interactive' | 'bulk'

/** Something that decides when a call leaves. */
export interface Limiter {
  run(account: string, kind: Kind, send: () => Promise<Reply>): Promise<Reply>
  /** It keeps `Retry-After` by itself; with others the caller sleeps. */
  keepsRetryAfter: boolean
  close(): void
}

export type CreateLimiter = (clock: Clock) => Limiter

const { perMinute, concurrent } = limits.domain

export const forgetfulStore: BooksStore = {
  load: () => ({ ages: [], learnt: {} }),
  depart: () => null,
  ended: () => undefined,
  forget: () => undefined,
  learn: () => undefined,
  copy: () => undefined,
  known: () => [],
  close: () => undefined,
}

const endpoint = endpointOf('domain.detail')

function callOf(account: string, kind: Kind): Call {
  return {
    endpointName: 'domain.detail',
    endpoint,
    input: {},
    quota: account,
    accountId: account,
    baseUrl: 'https://service.example',
    wantedKeyId: null,
    key: null,
    secret: '',
    attempt: 1,
    urgency: createUrgency(kind === 'interactive' ? 'interactive' : 'job', Number.POSITIVE_INFINITY),
    signal: new AbortController().signal,
  }
}

export const ours =
  (storeOf: (clock: Clock) => BooksStore = () => forgetfulStore): CreateLimiter =>
  (clock) => {
    const schedule = createSchedule({ clock, store: storeOf(clock) })
    return {
      keepsRetryAfter: true,
      async run(account, kind, send) {
        const { reply } = await schedule.layer(callOf(account, kind), async (): Promise<Outcome> => {
          return { reply: await send(), data: null, error: null, at: 0, keyId: null }
        })
        return reply as Reply
      },
      close: schedule.close,
    }
  }

/** One limiter of a library for each account. */
function each<T>(create: () => T, run: (limiter: T, kind: Kind, send: () => Promise<Reply>) => Promise<Reply>, close: (limiter: T) => void = () => undefined): CreateLimiter {
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
  return each(
    () => new Bottleneck({ maxConcurrent: concurrent, ...options }),
    (limiter, kind, send) => limiter.schedule({ priority: priorityOf.bottleneck[kind] }, send),
    (limiter) => void limiter.disconnect(),
  )
}

function queue(options: { strict?: boolean }): CreateLimiter {
  return each(
    () => new PQueue({ concurrency: concurrent, intervalCap: perMinute, interval: minuteMs, ...options }),
    (limiter, kind, send) => limiter.add(send, { priority: priorityOf.queue[kind] }),
    (limiter) => limiter.clear(),
  )
}

export const peers: Record<string, CreateLimiter> = {
  'bottleneck reservoir': bottleneck({ reservoir: perMinute, reservoirRefreshAmount: perMinute, reservoirRefreshInterval: minuteMs }),
  'bottleneck minTime': bottleneck({ minTime: minuteMs / perMinute }),
  'p-queue interval': queue({}),
  'p-queue strict': queue({ strict: true }),
  'p-throttle strict': each(
    () => pThrottle({ limit: perMinute, interval: minuteMs, strict: true })((send: () => Promise<Reply>) => send()),
    (throttled, _kind, send) => throttled(send),
  ),
  'no limiter': () => ({ keepsRetryAfter: false, run: (_account, _kind, send) => send(), close: () => undefined }),
}
