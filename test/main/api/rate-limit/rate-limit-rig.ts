import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import type { RateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import { createRateLimitLayer } from '#main/api/rate-limit/rate-limit-layer.ts'
import type { CallPriority } from '#main/api/api-client-interface.ts'
import { createQueuedCall } from '#main/api/queued-call.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

interface CallChoice {
  quota?: string
  endpoint?: EndpointName
  priority?: CallPriority
  deadline?: number
  signal?: AbortSignal
}

/** A call as the layers above the rate limiter pass it on. */
export function createTestCall({
  quota = 'a',
  endpoint = 'domain.list',
  priority = 'job',
  deadline = Infinity,
  signal,
}: CallChoice = {}): CallContext {
  return {
    endpointName: endpoint,
    endpoint: getEndpoint(endpoint),
    input: {},
    quota,
    accountId: quota,
    baseUrl: 'https://service.example',
    requestedKeyId: null,
    key: null,
    secret: 'secret',
    proxy: null,
    attempt: 1,
    queuedCall: createQueuedCall(priority, deadline),
    signal: signal ?? new AbortController().signal,
  }
}

export function createTestOutcome(status = 200, headers: Record<string, string> = {}): CallAttemptOutcome {
  return { response: { status, headers }, data: {}, error: null, at: 0, keyId: null }
}

/** A store that remembers nothing. */
export const emptyLedgerStore: RateLedgerStore = {
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

/** A rate-limit layer without stored calls, on a virtual clock. */
export function createRateLimitRig() {
  const clock = createVirtualClock()
  return { clock, rateLimit: createRateLimitLayer({ clock, store: emptyLedgerStore }) }
}

/** The largest number of times within one window `[t, t + length)`. */
export function maxCountInSlidingWindow(moments: readonly number[], length: number): number {
  const sorted = moments.toSorted((a, b) => a - b)
  let [maxCount, first] = [0, 0]
  for (const [last, moment] of sorted.entries()) {
    while ((sorted[first] as number) <= moment - length) first += 1
    maxCount = Math.max(maxCount, last - first + 1)
  }
  return maxCount
}
